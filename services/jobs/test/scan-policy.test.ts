import type { ScanPolicy } from '@svc/contracts';
import { parcelCode } from '@svc/labels/parcel-code';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf, collect, deliver } from './carrier.ts';
import { policed, prefixed } from './neighbours.ts';

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
const hub = { type: 'scan', location: 'Hub', seal: 'SEAL-1' } as const;
const required = (named: string) => ({
  refused: { code: 'scan_required', detail: expect.stringContaining(named) },
});

/** An assigned job under the policy, and the codes on its parcels. */
async function jobUnder(scan: ScanPolicy, sender = tenant) {
  const { id } = await road().jobThatIs(sender, 'assigned', { parcels: 2, requirements: { scan } });
  const { parcel_items } = await app.clients(sender).jobs.get({ id });
  const labels = await app.clients(sender).jobs.labels({ id });
  return { id, parcel_items, codes: labels.parcels.map(({ code }) => code) };
}
const send = (id: string, milestone: Parameters<ReturnType<typeof carrierOf>['reportAs']>[2]) =>
  road().reportAs('drv_1', id, milestone);

describe('a job under a scan policy', () => {
  it('says so to its courier, and asks for nothing without one', async () => {
    const { id } = await jobUnder('none');
    expect(await send(id, collect)).toMatchObject({ ok: { requirements: { scan: 'none' } } });
    const plain = await road().jobThatIs(tenant, 'assigned');
    const { requirements } = await app.clients(tenant).jobs.get({ id: plain.id });
    expect(requirements).not.toHaveProperty('scan');
  });

  it.each([collect, hub, deliver])('wants the seal scanned: %o', async (milestone) => {
    const { id } = await jobUnder('seal');
    if (milestone !== collect) await send(id, { ...collect, scans: ['SEAL-1'] });
    expect(await send(id, milestone)).toMatchObject(required('seal SEAL-1'));
    expect(await send(id, { ...milestone, scans: ['SEAL-2'] })).toMatchObject(required('seal'));
    expect(await send(id, { ...milestone, scans: [' seal-1 '] })).not.toMatchObject(required(''));
  });

  it('wants every parcel at every hand-off, and names those that are missing', async () => {
    const { id, codes } = await jobUnder('parcels');
    const [first = '', second = ''] = codes;
    expect(await send(id, collect)).toMatchObject(required('seal SEAL-1, parcel 1, parcel 2'));
    const some = { ...collect, scans: ['SEAL-1', second] };
    expect(await send(id, some)).toMatchObject(required('scans of parcel 1.'));
    const scans = ['SEAL-1', second.toLowerCase(), first];
    expect(await send(id, { ...collect, scans })).toMatchObject({ ok: { status: 'collected' } });
    expect(await send(id, hub)).toMatchObject(required('parcel 2'));
    expect(await send(id, { ...hub, scans })).toHaveProperty('ok');
  });

  it('takes an SSCC with and without its identifier, and the id of a parcel', async () => {
    const { id, parcel_items, codes } = await jobUnder('parcels', prefixed(tenant));
    expect(parcelCode({ id: '', sscc: codes[0] ?? null }).scheme).toBe('sscc');
    const scans = ['SEAL-1', `]C100${codes[0]}`, String(parcel_items[1]?.id)];
    expect(await send(id, { ...collect, scans })).toHaveProperty('ok');
  });

  it('records a seal that differs without any scan', async () => {
    const { id } = await jobUnder('parcels');
    await send(id, { ...collect, scan_bypass_reason: 'The reader is broken' });
    expect(await send(id, { ...hub, seal: 'OTHER-1' })).toMatchObject({
      ok: { status: 'exception' },
    });
  });

  it('lets a reason stand in for scans: an incident, and a fact in the chain', async () => {
    const { id } = await jobUnder('parcels');
    const reason = 'Labels are wet, said Naledi';
    const bypassed = { ...collect, scans: ['SEAL-1'], scan_bypass_reason: reason };
    expect(await send(id, bypassed)).toHaveProperty('ok');
    const events = await road().events(id);
    expect(events.slice(-2)).toMatchObject([
      {
        type: 'pickup.completed',
        internals: { custody: { details: { scan_bypassed: true, scans_missing: 2 } } },
      },
      { type: 'incident.reported', data: { category: 'other', severity: 'medium' } },
    ]);
    expect(JSON.stringify(events)).not.toContain('Naledi');
    const incidents = await app.clients(carrier).jobs.listIncidents({ job_id: id });
    expect(incidents.data).toMatchObject([
      { description: `Scans bypassed (collect): parcel 1, parcel 2. ${reason}` },
    ]);
  });

  it('reports nothing where all was scanned and a reason came along', async () => {
    const { id, codes } = await jobUnder('parcels');
    const scans = ['SEAL-1', ...codes];
    await send(id, { ...collect, scans, scan_bypass_reason: 'One was hard to read' });
    expect((await app.clients(carrier).jobs.listIncidents({ job_id: id })).data).toEqual([]);
  });
});

describe("the tenant's policy for the service", () => {
  const book = async (requirements?: object) => {
    const fields = requirements ? { requirements } : {};
    const { id } = await road().jobThatIs(policed(tenant), 'assigned', fields);
    return app.clients(policed(tenant)).jobs.get({ id });
  };

  it('asks for scans, codes and the desk where the booking says nothing', async () => {
    const { id, requirements } = await book();
    expect(requirements).toMatchObject({
      ...{ scan: 'parcels', pickup_otp: true, return_otp: true, undeliverable: 'ask_desk' },
    });
    const { pickup_code } = await app.clients(policed(tenant)).jobs.handoverCode({ id });
    expect(pickup_code).toMatch(/^\d{6}$/);
    const coded = { ...collect, handover_code: pickup_code ?? '' };
    expect(await send(id, coded)).toMatchObject(required('seal SEAL-1, parcel 1'));
    const parcel = (await app.clients(policed(tenant)).jobs.labels({ id })).parcels[0];
    const scans = ['SEAL-1', parcel?.code ?? ''];
    expect(await send(id, { ...collect, scans })).toMatchObject({
      refused: { code: 'proof_required' },
    });
    expect(await send(id, { ...coded, scans })).toMatchObject({ ok: { status: 'collected' } });
  });

  it('gives way to the booking, member by member', async () => {
    const { id, requirements } = await book({ scan: 'none', pickup_otp: false });
    expect(requirements).toMatchObject({ scan: 'none', pickup_otp: false, return_otp: true });
    expect(await send(id, collect)).toMatchObject({ ok: { status: 'collected' } });
  });
});
