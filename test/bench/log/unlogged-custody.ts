/**
 * Custody whose reactions submit no entries to the log while the file of `SVC_BENCH_UNLOGGED` is there. One
 * process for both sides of the comparison: neither has code that is compiled less.
 */
import { existsSync } from 'node:fs';
import { custodyService } from '@svc/custody/service';
import { runService } from '@svc/kit/main';
import { z } from 'zod';

type Emit = (type: string, ...rest: unknown[]) => void;
const emitting = z.looseObject({ emit: z.custom<Emit>((emit) => typeof emit === 'function') });
const batch = z.looseObject({ of: z.custom<(event: unknown) => unknown>() });
const flag = process.env.SVC_BENCH_UNLOGGED ?? '';

const withSwitch = (context: unknown) => {
  const { emit, ...others } = emitting.parse(context);
  return {
    ...others,
    emit: (type: string, ...rest: unknown[]) =>
      type === 'log_entries.submitted' && existsSync(flag) ? undefined : emit(type, ...rest),
  };
};

await runService({
  ...custodyService,
  reactions: custodyService.reactions.map((reaction) => {
    if ('handle' in reaction) {
      const handle: typeof reaction.handle = (event, context) =>
        reaction.handle(event, withSwitch(context));
      return { ...reaction, handle };
    }
    const handleBatch: typeof reaction.handleBatch = (events, context) => {
      const { of, ...others } = batch.parse(context);
      return reaction.handleBatch(events, {
        ...others,
        of: (event: unknown) => withSwitch(of(event)),
      });
    };
    return { ...reaction, handleBatch };
  }),
});
