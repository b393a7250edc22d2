import type { LogEntry } from '@svc/contracts';
import { logEntryText } from '@svc/verify/log-entry';

/** An entry as it is stored and hashed: the text that verifiers compute. */
export function entryBody(entry: LogEntry): { body: string; bytes: Uint8Array } {
  const body = logEntryText(entry);
  return { body, bytes: Buffer.from(body, 'utf8') };
}
