/** A receiver that is down for longer than anything is tried. */
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { start, wanting, webhooksTest } from './app.ts';
import { answering, receiverTest } from './receiver.ts';

const events = 25;
const hour = 3_600_000;

const receiver = receiverTest(answering(503));
const app = webhooksTest();

/** Advances time from one due attempt to the next until none is left. Returns the last time. */
async function wearOut(): Promise<Date> {
  for (;;) {
    const next = await until(
      async () => {
        const { rows } = await app.running().owner.query<{ due: Date | null; busy: boolean }>(
          `select (select due_at from webhooks.endpoint_queue) as due,
                exists (select from webhooks.pending_delivery where claim is not null)
                or exists (select from webhooks.wake_up) as busy`,
        );
        const [row] = rows;
        const isIdle = row && !row.busy && (row.due === null || row.due > app.clock.now());
        return isIdle ? { at: row.due } : undefined;
      },
      { timeoutMs: 60_000, everyMs: 2, what: 'the attempts of this moment' },
    );
    if (next.at === null) return app.clock.now();
    app.moveTo(next.at);
  }
}

it('a tenant finds all missed deliveries in the log, and a replay sends them in order', async () => {
  const { id } = await app.as().create(wanting(receiver.url));
  for (let n = 1; n <= events; n += 1) {
    await app.happen(app.tenant, { type: 'custody.scanned', job_id: `job_${n}`, data: { n } });
    app.clock.advanceMs(1_000);
  }
  await app.fannedOut(app.tenant, events);
  const worn = await wearOut();
  const hours = (worn.getTime() - Date.parse(start)) / hour;
  expect(hours).toBeGreaterThan(76);
  expect(hours).toBeLessThan(5 * 24);
  expect(receiver.received).toHaveLength(12 * events);

  const api = app.as();
  const { data: failed } = await api.listDeliveries({ id, status: 'failed', limit: 100 });
  const outcome = { attempt: 12, response_code: 503, next_attempt_at: null };
  expect(failed).toMatchObject(Array.from({ length: events }, () => outcome));
  const { data: created } = await api.listEvents({ limit: 100 });
  expect(new Set(failed.map(({ event_id }) => event_id))).toEqual(
    new Set(created.map((e) => e.id)),
  );
  expect(await api.get({ id })).toMatchObject({ status: 'active' });

  receiver.received.length = 0;
  receiver.behave(answering(204));
  expect(await api.replay({ id, since: start })).toMatchObject({ replayed: events });
  await wearOut();
  expect(receiver.events().map(({ data }) => data.n)).toEqual(
    Array.from({ length: events }, (_, n) => n + 1),
  );
});
