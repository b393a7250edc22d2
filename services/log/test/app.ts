/** The log with a stand-in for custody, which submits what a test wants logged. */
import { custody, type LogEntry } from '@svc/contracts';
import { until } from '@svc/devnet';
import { serviceTest } from '@svc/kit/testing/service-test';
import { standIn } from '@svc/kit/testing/stand-in';
import { logService } from '../src/service.ts';

export const origin = 'svc.example/log';

export function logTest(env: () => NodeJS.ProcessEnv = () => ({})) {
  const app = serviceTest(logService, {
    neighbours: [standIn(custody, {})],
    env: () => ({
      SVC_PUBLIC_URL: 'https://svc.example',
      SVC_LOG_POLL_MS: '20',
      // The witness of a test shares the process: its response may take longer than the usual
      // second.
      SVC_LOG_WITNESS_TIMEOUT_MS: '10000',
      ...env(),
    }),
  });
  const log = () => app.as('');
  return Object.assign(app, {
    log,
    submit: (entries: LogEntry[]) =>
      app
        .clients()
        .custody.emit([{ type: 'log_entries.submitted', data: { entries }, internals: {} }]),
    /** Resolves when a published checkpoint covers so many entries. */
    covered: (size: number) =>
      until(async () => (await log().status({})).published_size === size, {
        timeoutMs: 30_000,
        what: `a checkpoint of ${size} entries`,
      }),
  });
}

/** An entry that no other number makes. */
export const entryOf = (n: number): LogEntry => ({
  v: 1,
  type: 'certificate',
  certificate: `sha256:${n.toString(16).padStart(64, '0')}`,
  at: '2026-11-02T08:00:00.000Z',
});
export const entriesOf = (from: number, to: number): LogEntry[] =>
  Array.from({ length: to - from }, (_, n) => entryOf(from + n));
