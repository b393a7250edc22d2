import { cancelledDeskJob, jobs, movedJob } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booking, type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const road = () => carrierOf(app);
const booked = () => app.clients(tenant).jobs.book(booking());
const send = (action: 'updateForDesk' | 'cancelForDesk', input: object, request?: string) =>
  app.call([jobs, action], input, {
    tenant: carrier,
    ...(request && { request, fingerprint: 'same' }),
  });

describe('updateForDesk', () => {
  it("changes instructions and labels of any tenant's job", async () => {
    const { id, ref } = await booked();
    const pickup_contact = { name: 'Front desk', phone: '+27 11 555 0101' };
    const changes = { note: 'Ring', pickup_contact, cost_centre: 'CC-7' };
    const job = await road()
      .desk()
      .updateForDesk({ id: ref, version: 1, by: 'Lerato M', ...changes });
    expect(movedJob.strict().parse(job)).toEqual(job);
    expect(job).toMatchObject({ id, version: 2, webhook_events: ['job.updated'] });
    expect(await app.clients(tenant).jobs.get({ id })).toMatchObject({ ...changes, version: 2 });
    const last = (await road().events(id)).at(-1);
    expect(last).toMatchObject({
      ...{ type: 'job.updated', tenant_id: tenant },
      data: { changed: [{ field: 'cost_centre', to: 'CC-7' }] },
    });
    expect(JSON.stringify(last)).not.toContain('Front desk');
  });

  it('without a difference changes nothing and emits nothing', async () => {
    const { id } = await booked();
    const job = await road().desk().updateForDesk({ id, note: '' });
    expect(job).toMatchObject({ version: 1, webhook_events: [] });
    expect(await road().events(id)).toHaveLength(1);
  });

  it('of the note alone gives the job its next version, without an event', async () => {
    const { id } = await booked();
    const job = await road().desk().updateForDesk({ id, note: 'Ring' });
    expect(job).toMatchObject({ version: 2, webhook_events: [] });
  });

  it('the same to a repeated request', async () => {
    const { id } = await booked();
    const first = await send('updateForDesk', { id, reference: 'R-1' }, `update ${id}`);
    const again = await send('updateForDesk', { id, reference: 'R-1' }, `update ${id}`);
    expect(again).toEqual({ ...first, replayed: true });
    expect(await road().events(id)).toHaveLength(2);
  });
});

describe('cancelForDesk', () => {
  it('ends the job by the terms of the tenant, and tells it', async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned');
    const job = await road().desk().cancelForDesk({ id, version: 2, reason: 'By telephone' });
    expect(cancelledDeskJob.strict().parse(job)).toEqual(job);
    expect(job).toMatchObject({
      ...{ status: 'cancelled', webhook_events: ['job.cancelled'] },
      cancellation: { reason: 'By telephone', rule: expect.stringContaining('50 %') },
    });
    expect(job.cancellation.fee_cents).toBeGreaterThan(0);
    expect((await road().events(id)).at(-1)).toMatchObject({
      ...{ type: 'job.cancelled', tenant_id: tenant },
      data: { reason: 'By telephone', fee_cents: job.cancellation.fee_cents },
      internals: { custody: { type: 'cancelled', by: 'desk:cli_test' } },
    });
  });

  it('needs a reason', async () => {
    const { id } = await booked();
    for (const reason of [undefined, ' ']) {
      const reply = await send('cancelForDesk', { id, reason });
      expect(reply).toMatchObject({ refused: { code: 'reason_required' } });
    }
  });
});

describe.each([
  ['updateForDesk', { reference: 'R-1' }],
  ['cancelForDesk', { reason: 'By telephone' }],
] as const)('%s refuses', (action, input) => {
  it.each([
    ['in_custody', 'collected'],
    ['already_delivered', 'delivered'],
    ['already_cancelled', 'cancelled'],
  ] as const)('with %s a job that is %s', async (code, status) => {
    const { id } = await road().jobThatIs(tenant, status);
    expect(await send(action, { id, ...input })).toMatchObject({ refused: { code } });
  });

  it.each(['job_none', 'SVC-00000000', 'no id'])('with job_not_found %s', async (id) => {
    expect(await send(action, { id, ...input })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});
