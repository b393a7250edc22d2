/** The log beside a stand-in for custody, which submits what a test wants logged. */
import { custody, type LogEntry, type transparencyLog } from '@svc/contracts';
import { until } from '@svc/devnet';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import { startServices } from '@svc/kit/testing';
import { standIn } from '@svc/kit/testing/stand-in';
import { afterAll, beforeAll } from 'vitest';
import { logService } from '../src/service.ts';

export const origin = 'svc.example/log';
const custodyStandIn = standIn(custody, {});

type Action = keyof (typeof transparencyLog)['actions'] & string;

export function logApp(env: () => NodeJS.ProcessEnv = () => ({})) {
  const clock: HeldClock = heldClock('2026-11-02T08:00:00.000Z');
  const boot = () =>
    startServices([logService, custodyStandIn], {
      clock,
      env: {
        SVC_PUBLIC_URL: 'https://svc.example',
        SVC_LOG_POLL_MS: '20',
        // A witness of a test shares the process: its answers may take longer than the usual second.
        SVC_LOG_WITNESS_TIMEOUT_MS: '10000',
        ...env(),
      },
    });
  let app: Awaited<ReturnType<typeof boot>> | undefined;
  const running = () => {
    if (!app) throw new Error('not started yet');
    return app;
  };
  beforeAll(async () => {
    app = await boot();
  });
  afterAll(() => app?.stop());
  const log = () => running().clients('').log;
  return {
    clock,
    running,
    log,
    call: (action: Action, input: unknown) =>
      running().call([logService.contract, action], input, { tenant: '' }),
    rows: async (sql: string, values: unknown[] = []) =>
      (await running().owner.query(sql, values)).rows,
    submit: async (entries: LogEntry[]) => {
      const data = { entries };
      await running()
        .clients('ten_a')
        .custody.emit([{ type: 'log_entries.submitted', data, internals: {} }]);
    },
    /** Resolves when a published checkpoint covers so many entries. */
    covered: (size: number) =>
      until(async () => (await log().status({})).published_size === size, {
        timeoutMs: 30_000,
        what: `a checkpoint of ${size} entries`,
      }),
  };
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
