import type { SignedAction } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { collect, deliver, jobsTest, type Milestone } from './app.ts';

const app = jobsTest();

const at = '2026-11-02T08:00:00.000Z';
/** What the gateway passes on after it has verified the signature. */
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
const send = (id: string, milestone: Milestone, device: SignedAction) =>
  app.reportAs('drv_1', id, { at, ...milestone, device });
const invalid = refused('invalid_device_signature');
const collected = () => app.jobThatIs('assigned');
const lastFact = async (id: string) => (await app.outbox(id)).at(-1)?.internals.custody;

describe('a milestone signed by a device', () => {
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

  it('is refused unless it signs the digests of its files', async () => {
    const { id } = await app.jobThatIs('collected');
    const hand = signed(id, { action: 'deliver' });
    expect(await send(id, deliver, hand)).toMatchObject(invalid);
    const files = [`sha256:${'a'.repeat(64)}`];
    expect(await send(id, deliver, { ...hand, files })).toMatchObject(invalid);
    const own = ['sha256:sha-of-signature'];
    const replyOf = await send(id, deliver, { ...hand, files: own });
    expect(replyOf).toMatchObject({ ok: { status: 'delivered' } });
  });

  it('signs the scan alone where that finds another seal', async () => {
    const { id } = await app.jobThatIs('collected');
    const device = signed(id, { action: 'scan', seal: 'OTHER-1' });
    await send(id, { type: 'scan', location: 'Hub', seal: 'OTHER-1' }, device);
    const facts = (await app.outbox(id)).map(({ internals }) => internals.custody);
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
    const before = await app.outbox(id);
    expect(await send(id, collect, signed(id, change))).toMatchObject(invalid);
    expect(await app.outbox(id)).toEqual(before);
  });

  it('is refused with invalid_device_signature without a time', async () => {
    const { id } = await collected();
    expect(await send(id, { ...collect, at: undefined }, signed(id))).toMatchObject(invalid);
  });

  it('returns the state of the job when repeated 30 days later', async () => {
    const { id } = await app.jobThatIs('assigned');
    const device = signed(id);
    expect(await send(id, collect, device)).toMatchObject({ ok: { status: 'collected' } });
    const events = await app.outbox(id);
    app.clock.advanceMs(30 * 24 * 3_600_000);
    const repeated = await send(id, collect, device);
    expect(repeated).toMatchObject({ ok: { id, status: 'collected' } });
    expect(await app.outbox(id)).toEqual(events);
  });

  it('is refused when its key was used with another signature', async () => {
    const { id } = await app.jobThatIs('collected');
    const device = signed(id, { action: 'scan' });
    const scan = { type: 'scan', location: 'Hub', seal: 'SEAL-1' } as const;
    expect(await send(id, scan, device)).toHaveProperty('ok');
    app.clock.advanceMs(30 * 24 * 3_600_000);
    const other = { ...device, signature: 'header.payload.another' };
    expect(await send(id, scan, other)).toMatchObject(invalid);
    expect(await send(id, scan, { ...other, jti: 'another' })).toHaveProperty('ok');
  });
});

describe('an incident that a courier reports', () => {
  const report = { category: 'delay', severity: 'low', description: 'Road closed' } as const;
  const send = (job_id: string, more: object) =>
    app.callDesk('reportIncident', { job_id, ...report, ...more });
  const incident = { action: 'incident', seal: null };

  it('is recorded for a job of the courier, signed or not', async () => {
    const { id, ref } = await collected();
    expect(await send(ref, { courier_id: 'drv_1' })).toMatchObject({ ok: { job_id: id } });
    const device = signed(id, incident);
    expect(await send(id, { courier_id: 'drv_1', at, device })).toMatchObject({
      ok: { job_id: id },
    });
  });

  it('is returned again when repeated 30 days later', async () => {
    const { id } = await collected();
    const told = { courier_id: 'drv_1', at, device: signed(id, incident) };
    const first = await send(id, told);
    const events = await app.outbox(id);
    app.clock.advanceMs(30 * 24 * 3_600_000);
    expect(await send(id, told)).toEqual(first);
    expect(await app.outbox(id)).toEqual(events);
    const { data } = await app.desk().listIncidents({ job_id: id });
    expect(data).toHaveLength(1);
  });

  it('is refused under the key of an earlier incident', async () => {
    const { id } = await collected();
    const device = signed(id, incident);
    const told = { courier_id: 'drv_1', at };
    expect(await send(id, { ...told, device })).toHaveProperty('ok');
    const other = { ...device, signature: `${device.signature}-of-another-report` };
    expect(await send(id, { ...told, device: other, description: 'Box open' })).toMatchObject(
      invalid,
    );
    // One of an earlier version, which kept no digest, is known by its key alone.
    await app.sql('update jobs.incident set device_signature_sha256 = null');
    expect(await send(id, { ...told, device: other })).toHaveProperty('ok');
  });

  it('is refused unless it signs its time and photo', async () => {
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
    expect(await send(id, { courier_id: 'drv_2' })).toEqual(refused('job_not_found'));
  });

  it.each([
    ['another job', { ...incident, job_id: 'job_other' }, at],
    ['a milestone', { action: 'collect', seal: null }, at],
    ['a seal', { action: 'incident', seal: 'SEAL-1' }, at],
    ['no time', incident, undefined],
  ])('is refused with invalid_device_signature for %s', async (_, change, told) => {
    const { id } = await collected();
    const device = signed(id, change);
    expect(await send(id, { courier_id: 'drv_1', at: told, device })).toMatchObject(invalid);
  });
});
