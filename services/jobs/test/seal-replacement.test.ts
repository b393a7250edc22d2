import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf, deliver } from './carrier.ts';

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
const replacement = {
  type: 'scan' as const,
  ...{ location: 'Roadblock N1', seal: 'SEAL-2', replaces_seal: 'SEAL-1' },
  replacement_reason: 'Opened by officer Dlamini',
} as const;
type Milestone = Parameters<ReturnType<typeof carrierOf>['reportAs']>[2];
const send = (id: string, milestone: Milestone) => road().reportAs('drv_1', id, milestone);
const incidentsOf = async (job_id: string) =>
  (await app.clients(carrier).jobs.listIncidents({ job_id })).data;

describe('a seal that a courier replaces', () => {
  it('is the one of the job from then on, in its chain with the one before', async () => {
    const { id } = await road().jobThatIs(tenant, 'in_transit');
    const { custody_events } = await app.clients(tenant).jobs.get({ id });
    expect(await send(id, replacement)).toMatchObject({
      ok: { status: 'in_transit', seal: 'SEAL-2' },
    });
    const job = await app.clients(tenant).jobs.get({ id });
    expect(job).toMatchObject({ seal: 'SEAL-2', custody_events: custody_events + 1 });
    const events = await road().events(id);
    expect(events.slice(-3)).toMatchObject([
      {
        type: 'custody.scanned',
        data: { location: 'Roadblock N1', seal_match: true },
        internals: {
          custody: {
            ...{ type: 'scanned', seal: 'SEAL-2', by: 'driver:drv_1' },
            details: { replaced_seal: 'SEAL-1' },
          },
        },
      },
      {
        type: 'job.updated',
        data: { changed: [{ field: 'seal', from: 'SEAL-1', to: 'SEAL-2' }] },
        internals: { custody: null },
      },
      { type: 'incident.reported', data: { category: 'other', severity: 'medium' } },
    ]);
    expect(JSON.stringify(events)).not.toContain('Dlamini');
    expect(await incidentsOf(id)).toMatchObject([
      { description: 'Seal SEAL-1 replaced by SEAL-2. Opened by officer Dlamini' },
    ]);
    expect(await send(id, { ...deliver, seal: 'SEAL-2' })).toMatchObject({
      ok: { status: 'delivered' },
    });
  });

  it('must be scanned where the job asks for that, and a bypass is an incident of its own', async () => {
    const requirements = { scan: 'seal' as const };
    const { id } = await road().jobThatIs(tenant, 'assigned', { requirements });
    const collected = { seal: 'SEAL-1', scans: ['SEAL-1'], parcels_scanned: 1 };
    await send(id, { type: 'collect', ...collected, box_temperature_c: 4.1 });
    expect(await send(id, { ...replacement, scans: ['SEAL-1'] })).toMatchObject({
      refused: { code: 'scan_required', detail: expect.stringContaining('seal SEAL-2') },
    });
    expect(await incidentsOf(id)).toEqual([]);
    await send(id, { ...replacement, scan_bypass_reason: 'No light' });
    expect(await incidentsOf(id)).toHaveLength(2);
    expect((await app.clients(tenant).jobs.get({ id })).seal).toBe('SEAL-2');
  });
});

describe('a replacement is refused', () => {
  it.each([
    ['of another seal than that of the job', { replaces_seal: 'SEAL-9' }, 'is SEAL-1, not SEAL-9'],
    ['by the same seal', { seal: 'SEAL-1' }, 'the one that was taken off'],
  ])('%s', async (_, change, detail) => {
    const { id } = await road().jobThatIs(tenant, 'in_transit');
    expect(await send(id, { ...replacement, ...change })).toMatchObject({
      refused: { code: 'invalid_seal', detail: expect.stringContaining(detail) },
    });
    expect(await incidentsOf(id)).toEqual([]);
    expect((await app.clients(tenant).jobs.get({ id })).seal).toBe('SEAL-1');
  });

  it('as no seal', async () => {
    const { id } = await road().jobThatIs(tenant, 'in_transit');
    expect(await send(id, { ...replacement, replaces_seal: '?' })).toMatchObject({
      refused: { code: 'invalid_seal' },
    });
  });

  it.each([
    { ...replacement, replacement_reason: undefined },
    { ...replacement, replaces_seal: undefined },
  ])('as bad input: seal and reason come together', async (milestone) => {
    const { id } = await road().jobThatIs(tenant, 'in_transit');
    expect(await send(id, milestone)).toHaveProperty('invalid');
  });

  it('before the collection', async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned');
    expect(await send(id, replacement)).toMatchObject({
      refused: { code: 'invalid_transition' },
    });
  });
});
