import type { LogEntry } from '@svc/contracts';
import type { CustodyWriteContext } from '../define.ts';

/** Entries for the log, in the context of the event that they come from. */
export interface LogSubmission {
  context: CustodyWriteContext;
  entries: readonly LogEntry[];
}

/**
 * One event per tenant for all its entries, so that purging a tenant removes no entry of others.
 */
export function submitToLog(submissions: readonly LogSubmission[]): void {
  for (const own of Map.groupBy(submissions, ({ context }) => context.tenant).values()) {
    const entries = own.flatMap((each) => each.entries);
    if (entries.length > 0) own[0]?.context.emit('log_entries.submitted', { entries }, {});
  }
}
