import type { ScanPolicy } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { parcelCode } from '@svc/text/codes/parcel-code';
import { describe, expect, it } from 'vitest';
import { collect, deliver, jobsTest, type Milestone } from './app.ts';
import { policed, prefixed } from './neighbours.ts';

const app = jobsTest();

const hub = { type: 'scan', location: 'Hub', seal: 'SEAL-1' } as const;
const required = (named: string) => refused('scan_required', named);

/** An assigned job under the policy, and the codes on its parcels. */
async function jobUnder(scan: ScanPolicy, sender = app.tenant) {
  const { id } = await app.jobThatIs('assigned', { parcels: 2, requirements: { scan } }, sender);
  const { parcel_items } = await app.as(sender).get({ id });
  const labels = await app.as(sender).labels({ id });
  return { id, parcel_items, codes: labels.parcels.map(({ code }) => code) };
}
const send = (id: string, milestone: Milestone) => app.reportAs('drv_1', id, milestone);

describe('a job under a scan policy', () => {
  it('names the policy to its courier, and requires nothing without one', async () => {
    const { id } = await jobUnder('none');
    expect(await send(id, collect)).toMatchObject({ ok: { requirements: { scan: 'none' } } });
    const plain = await app.jobThatIs('assigned');
    const { requirements } = await app.as().get({ id: plain.id });
    expect(requirements).not.toHaveProperty('scan');
  });

  it.each([collect, hub, deliver])('requires a scan of the seal for %o', async (milestone) => {
    const { id } = await jobUnder('seal');
    if (milestone !== collect) await send(id, { ...collect, scans: ['SEAL-1'] });
    expect(await send(id, milestone)).toMatchObject(required('seal SEAL-1'));
    expect(await send(id, { ...milestone, scans: ['SEAL-2'] })).toMatchObject(required('seal'));
    expect(await send(id, { ...milestone, scans: [' seal-1 '] })).not.toMatchObject(required(''));
  });

  it('requires every parcel at every hand-off and names the missing ones', async () => {
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

  it('accepts an SSCC with or without its identifier, and parcel ids', async () => {
    const { id, parcel_items, codes } = await jobUnder('parcels', prefixed(app.tenant));
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

  it('accepts a reason instead of scans, with an incident and a custody fact', async () => {
    const { id } = await jobUnder('parcels');
    const reason = 'Labels are wet, said Naledi';
    const bypassed = { ...collect, scans: ['SEAL-1'], scan_bypass_reason: reason };
    expect(await send(id, bypassed)).toHaveProperty('ok');
    const events = await app.outbox(id);
    expect(events.slice(-2)).toMatchObject([
      {
        type: 'pickup.completed',
        internals: { custody: { details: { scan_bypassed: true, scans_missing: 2 } } },
      },
      { type: 'incident.reported', data: { category: 'other', severity: 'medium' } },
    ]);
    expect(JSON.stringify(events)).not.toContain('Naledi');
    const incidents = await app.desk().listIncidents({ job_id: id });
    expect(incidents.data).toMatchObject([
      { description: `Scans bypassed (collect): parcel 1, parcel 2. ${reason}` },
    ]);
  });

  it('reports no incident where all was scanned despite a reason', async () => {
    const { id, codes } = await jobUnder('parcels');
    const scans = ['SEAL-1', ...codes];
    await send(id, { ...collect, scans, scan_bypass_reason: 'One was hard to read' });
    expect((await app.desk().listIncidents({ job_id: id })).data).toEqual([]);
  });
});

describe("the tenant's policy for the service", () => {
  const book = async (requirements?: object) => {
    const fields = requirements ? { requirements } : {};
    const { id } = await app.jobThatIs('assigned', fields, policed(app.tenant));
    return app.as(policed(app.tenant)).get({ id });
  };

  it('requires scans, codes and the desk where the booking says nothing', async () => {
    const { id, requirements } = await book();
    expect(requirements).toMatchObject({
      ...{ scan: 'parcels', pickup_otp: true, return_otp: true, undeliverable: 'ask_desk' },
    });
    const { pickup_code } = await app.as(policed(app.tenant)).handoverCode({ id });
    expect(pickup_code).toMatch(/^\d{6}$/);
    const coded = { ...collect, handover_code: pickup_code ?? '' };
    expect(await send(id, coded)).toMatchObject(required('seal SEAL-1, parcel 1'));
    const parcel = (await app.as(policed(app.tenant)).labels({ id })).parcels[0];
    const scans = ['SEAL-1', parcel?.code ?? ''];
    expect(await send(id, { ...collect, scans })).toEqual(refused('proof_required'));
    expect(await send(id, { ...coded, scans })).toMatchObject({ ok: { status: 'collected' } });
  });
});

const replacement = {
  type: 'scan' as const,
  ...{ location: 'Roadblock N1', seal: 'SEAL-2', replaces_seal: 'SEAL-1' },
  replacement_reason: 'Opened by officer Dlamini',
} as const;
const incidentsOf = async (job_id: string) => (await app.desk().listIncidents({ job_id })).data;

it('a replaced seal becomes that of the job, beside the former in the chain', async () => {
  const { id } = await app.jobThatIs('in_transit');
  const { custody_events } = await app.as().get({ id });
  expect(await send(id, replacement)).toMatchObject({
    ok: { status: 'in_transit', seal: 'SEAL-2' },
  });
  const job = await app.as().get({ id });
  expect(job).toMatchObject({ seal: 'SEAL-2', custody_events: custody_events + 1 });
  const events = await app.outbox(id);
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

it('a replaced seal must be scanned, and a bypass is an incident of its own', async () => {
  const requirements = { scan: 'seal' as const };
  const { id } = await app.jobThatIs('assigned', { requirements });
  const collected = { seal: 'SEAL-1', scans: ['SEAL-1'], parcels_scanned: 1 };
  await send(id, { type: 'collect', ...collected, box_temperature_c: 4.1 });
  expect(await send(id, { ...replacement, scans: ['SEAL-1'] })).toEqual(
    refused('scan_required', 'seal SEAL-2'),
  );
  expect(await incidentsOf(id)).toEqual([]);
  await send(id, { ...replacement, scan_bypass_reason: 'No light' });
  expect(await incidentsOf(id)).toHaveLength(2);
  expect((await app.as().get({ id })).seal).toBe('SEAL-2');
});

it.each([
  ['of another seal than that of the job', { replaces_seal: 'SEAL-9' }, 'is SEAL-1, not SEAL-9'],
  ['by the same seal', { seal: 'SEAL-1' }, 'the one that was taken off'],
])('a replacement %s is refused with invalid_seal', async (_, change, detail) => {
  const { id } = await app.jobThatIs('in_transit');
  expect(await send(id, { ...replacement, ...change })).toEqual(refused('invalid_seal', detail));
  expect(await incidentsOf(id)).toEqual([]);
  expect((await app.as().get({ id })).seal).toBe('SEAL-1');
});
