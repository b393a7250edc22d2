/** Custody as it would be without a log: the same service, whose reactions submit no entries. */
import { custodyService } from '@svc/custody/service';
import { runService } from '@svc/kit/main';
import { z } from 'zod';

type Emit = (type: string, ...rest: unknown[]) => void;
const emitting = z.looseObject({ emit: z.custom<Emit>((emit) => typeof emit === 'function') });

await runService({
  ...custodyService,
  reactions: custodyService.reactions.map((reaction) => {
    if ('handleBatch' in reaction) throw new Error('its context has no emit of its own');
    const handle: typeof reaction.handle = (event, context) => {
      const { emit, ...others } = emitting.parse(context);
      return reaction.handle(event, {
        ...others,
        emit: (type: string, ...rest: unknown[]) =>
          type === 'log_entries.submitted' ? undefined : emit(type, ...rest),
      });
    };
    return { ...reaction, handle };
  }),
});
