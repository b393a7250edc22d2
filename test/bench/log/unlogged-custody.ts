/** Custody as it would be without a log: the same service, whose reactions submit no entries. */
import { custodyService } from '@svc/custody/service';
import { runService } from '@svc/kit/main';
import { z } from 'zod';

type Emit = (type: string, ...rest: unknown[]) => void;
const emitting = z.looseObject({ emit: z.custom<Emit>((emit) => typeof emit === 'function') });
type Of = (event: unknown) => unknown;
const batched = z.looseObject({ of: z.custom<Of>((of) => typeof of === 'function') });

function unlogged(context: unknown) {
  const { emit, ...others } = emitting.parse(context);
  return {
    ...others,
    emit: (type: string, ...rest: unknown[]) =>
      type === 'log_entries.submitted' ? undefined : emit(type, ...rest),
  };
}

await runService({
  ...custodyService,
  reactions: custodyService.reactions.map((reaction) => {
    if ('handle' in reaction) {
      const handle: typeof reaction.handle = (event, context) =>
        reaction.handle(event, unlogged(context));
      return { ...reaction, handle };
    }
    const handleBatch: typeof reaction.handleBatch = (events, context) => {
      const { of, ...others } = batched.parse(context);
      return reaction.handleBatch(events, {
        ...others,
        of: (event: unknown) => unlogged(of(event)),
      });
    };
    return { ...reaction, handleBatch };
  }),
});
