import { afterAll, beforeAll, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf, deliver } from './carrier.ts';

let app: JobsApp;
beforeAll(async () => {
  app = await startJobs();
  app.clock.set('2026-11-02T08:00:00.000Z');
});
afterAll(() => app.stop());

it('a completed reception stands in the timeline, and counts as a custody event', async () => {
  const tenant = newTenant();
  const road = carrierOf(app);
  const { jobs, partner } = app.clients(tenant);
  const { id, ref } = await road.jobThatIs(tenant, 'in_transit');
  app.clock.set('2026-11-02T08:10:00.000Z');
  await road.report(id, deliver);
  const { custody_events } = await jobs.get({ id });
  const before = await road.events(id);
  const data = {
    ...{ job_id: id, received_at: '2026-11-02T08:20:00.000Z', received_by: 'usr_1' },
    ...{ accepted: 1, rejected: 0 },
    specimens: [{ barcode: 'S-0001', verdict: 'accepted' as const, reason: null }],
  };
  await partner.emit([{ type: 'reception.completed', job_id: id, data, internals: {} }]);
  const [emitted] = (await app.outbox('partner')).toReversed();
  await app.handled('jobs-partner', emitted);
  expect((await jobs.get({ id })).custody_events).toBe(custody_events + 1);
  const { events, status } = await jobs.track({ ref });
  expect(status).toBe('delivered');
  expect(events.at(-1)).toEqual({
    ...{ at: '2026-11-02T08:20:00.000Z', type: 'scanned', seal: null },
    note: 'Specimens received by the laboratory',
  });
  expect(JSON.stringify(events)).not.toContain('S-0001');
  expect(await road.events(id), 'nothing is emitted').toEqual(before);
});
