import { jobs, type SignedAction } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf, collect, deliver } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  app.clock.set('2026-11-02T08:00:00.000Z');
  tenant = newTenant();
});

const road = () => carrierOf(app);
const at = '2026-11-02T08:00:00.000Z';
/** As the gateway hands it on, after it has checked who signed. */
const signed = (job_id: string, fields: Partial<SignedAction> = {}): SignedAction => ({
  device_id: 'cdv_1',
  device_key: 'thumbprint',
  signature: 'header.payload.signature',
  jti: crypto.randomUUID(),
  job_id,
  action: 'collect',
  at: '2026-11-02T10:00:00+02:00',
  device_at: '2026-11-02T07:55:00.123Z',
  seal: 'SEAL-1',
  files: [],
  ...fields,
});
type Milestone = Parameters<ReturnType<typeof carrierOf>['reportAs']>[2];
const send = (id: string, milestone: Milestone, device: SignedAction) =>
  road().reportAs('drv_1', id, { at, ...milestone, device });
const invalid = { refused: { code: 'invalid_device_signature' } };
const collected = () => road().jobThatIs(tenant, 'assigned');
const lastFact = async (id: string) => (await road().events(id)).at(-1)?.internals.custody;

describe('a milestone that a device signed', () => {
  it('carries signature, key and both times into the chain of custody', async () => {
    const { id, ref } = await collected();
    expect(await send(ref, { ...collect, seal: ' seal-1 ' }, signed(id))).toHaveProperty('ok');
    expect(await lastFact(id)).toMatchObject({
      type: 'collected',
      at,
      by: 'driver:drv_1',
      details: {
        parcels_scanned: 1,
        device_id: 'cdv_1',
        device_key: 'thumbprint',
        device_at: '2026-11-02T07:55:00.123Z',
        device_signature: 'header.payload.signature',
      },
    });
  });

  it('signs the files of a hand-over, by their digests', async () => {
    const { id } = await road().jobThatIs(tenant, 'collected');
    const hand = signed(id, { action: 'deliver' });
    expect(await send(id, deliver, hand)).toMatchObject(invalid);
    const files = [`sha256:${'a'.repeat(64)}`];
    expect(await send(id, deliver, { ...hand, files })).toMatchObject(invalid);
    const own = ['sha256:sha-of-signature'];
    const replyOf = await send(id, deliver, { ...hand, files: own });
    expect(replyOf).toMatchObject({ ok: { status: 'delivered' } });
  });

  it('signs the scan alone where that finds another seal', async () => {
    const { id } = await road().jobThatIs(tenant, 'collected');
    const device = signed(id, { action: 'scan', seal: 'OTHER-1' });
    await send(id, { type: 'scan', location: 'Hub', seal: 'OTHER-1' }, device);
    const facts = (await road().events(id)).map(({ internals }) => internals.custody);
    const [scanned, broken] = facts.slice(-2);
    expect(scanned).toMatchObject({ type: 'scanned', details: { device_id: 'cdv_1' } });
    expect(broken).toMatchObject({ type: 'seal_broken' });
    expect(broken).not.toHaveProperty('details.device_id');
  });

  it.each<[string, Partial<SignedAction>]>([
    ['another job', { job_id: 'job_other' }],
    ['another action', { action: 'scan' }],
    ['another time', { at: '2026-11-02T08:00:00.001Z' }],
    ['another seal', { seal: 'SEAL-2' }],
    ['no seal', { seal: null }],
    ['a file that is not there', { files: [`sha256:${'a'.repeat(64)}`] }],
  ])('is refused with invalid_device_signature for %s', async (_, change) => {
    const { id } = await collected();
    const before = await road().events(id);
    expect(await send(id, collect, signed(id, change))).toMatchObject(invalid);
    expect(await road().events(id)).toEqual(before);
  });

  it('is refused without a time', async () => {
    const { id } = await collected();
    expect(await send(id, { ...collect, at: undefined }, signed(id))).toMatchObject(invalid);
  });

  it('is answered with the state of the job when it is repeated, after any time', async () => {
    const { id } = await road().jobThatIs(tenant, 'assigned');
    const device = signed(id);
    expect(await send(id, collect, device)).toMatchObject({ ok: { status: 'collected' } });
    const events = await road().events(id);
    app.clock.advanceMs(30 * 24 * 3_600_000);
    const repeated = await send(id, collect, device);
    expect(repeated).toMatchObject({ ok: { id, status: 'collected' } });
    expect(await road().events(id)).toEqual(events);
  });

  it('is refused where its key was signed before with another signature', async () => {
    const { id } = await road().jobThatIs(tenant, 'collected');
    const device = signed(id, { action: 'scan' });
    const scan = { type: 'scan', location: 'Hub', seal: 'SEAL-1' } as const;
    expect(await send(id, scan, device)).toHaveProperty('ok');
    app.clock.advanceMs(30 * 24 * 3_600_000);
    const other = { ...device, signature: 'header.payload.another' };
    expect(await send(id, scan, other)).toMatchObject(invalid);
    expect(await send(id, scan, { ...other, jti: 'another' })).toHaveProperty('ok');
  });

  it("of another driver's job is not found, whatever was signed", async () => {
    const { id } = await collected();
    const reply = await road().reportAs('drv_2', id, { ...collect, at, device: signed('job_x') });
    expect(reply).toMatchObject({ refused: { code: 'job_not_found' } });
  });
});

describe('an incident that a courier reports', () => {
  const report = { category: 'delay', severity: 'low', description: 'Road closed' } as const;
  const send = (job_id: string, more: object) =>
    app.call([jobs, 'reportIncident'], { job_id, ...report, ...more }, { tenant: carrier });
  const incident = { action: 'incident', seal: null };

  it('is one of a job of its own, with or without a key', async () => {
    const { id, ref } = await collected();
    expect(await send(ref, { courier_id: 'drv_1' })).toMatchObject({ ok: { job_id: id } });
    const device = signed(id, incident);
    expect(await send(id, { courier_id: 'drv_1', at, device })).toMatchObject({
      ok: { job_id: id },
    });
  });

  it('is refused without a time where a device signed it', async () => {
    const { id } = await collected();
    const device = signed(id, incident);
    expect(await send(id, { courier_id: 'drv_1', device })).toMatchObject(invalid);
  });

  it('is answered with the same one when it is repeated, after any time', async () => {
    const { id } = await collected();
    const told = { courier_id: 'drv_1', at, device: signed(id, incident) };
    const first = await send(id, told);
    const events = await road().events(id);
    app.clock.advanceMs(30 * 24 * 3_600_000);
    expect(await send(id, told)).toEqual(first);
    expect(await road().events(id)).toEqual(events);
    const { data } = await road().desk().listIncidents({ job_id: id });
    expect(data).toHaveLength(1);
  });

  it('signs its time and its photo', async () => {
    const { id } = await collected();
    const told = { courier_id: 'drv_1', at, photo_file_id: 'file_p' };
    const device = signed(id, { ...incident, files: ['sha256:sha-of-photo'] });
    expect(await send(id, { ...told, device })).toMatchObject({ ok: { job_id: id } });
    for (const change of [{ files: [] }, { at: '2026-11-02T08:00:00.001Z' }]) {
      const other = { ...device, ...change };
      expect(await send(id, { ...told, device: other })).toMatchObject(invalid);
    }
  });

  it('is refused with job_not_found for the job of another driver', async () => {
    const { id } = await collected();
    expect(await send(id, { courier_id: 'drv_2' })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });

  it.each([
    ['another job', { ...incident, job_id: 'job_other' }],
    ['a milestone', { action: 'collect', seal: null }],
    ['a seal', { action: 'incident', seal: 'SEAL-1' }],
  ])('is refused with invalid_device_signature for %s', async (_, change) => {
    const { id } = await collected();
    const device = signed(id, change);
    expect(await send(id, { courier_id: 'drv_1', at, device })).toMatchObject(invalid);
  });
});
