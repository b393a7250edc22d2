/** Reads of the carrier's desk over the jobs of all tenants. */
import { verifyBundle } from '@svc/verify/bundle';
import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId, proof } from './app.ts';
import { filed } from './images.ts';
import { refOf } from './neighbours.ts';

const app = custodyApp();
const carrier = { tenant: 'ten_carrier' };
const desk = () => app.as(carrier.tenant);

describe('bundleForDesk', () => {
  it("is the tenant's own bundle, and can be verified", async () => {
    const id = await delivered(app);
    const bundle = await desk().bundleForDesk({ id: refOf(id) });
    expect(bundle).toEqual(await app.as('ten_a').bundle({ id }));
    const jwks = await app.as('').certificateKeys({});
    expect(await verifyBundle(bundle, { jwks })).toMatchObject({ verified: true, faults: [] });
  });

  it('refused: job_not_found', async () => {
    expect(await app.call('bundleForDesk', { id: 'job_unknown' }, carrier)).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});

describe('chainForDesk', () => {
  it('is the chain with what its verification finds', async () => {
    const id = await delivered(app);
    const { events, chain_hash } = await app.as('ten_a').record({ id });
    const chain = await desk().chainForDesk({ id: refOf(id) });
    expect(chain).toMatchObject({ job_id: id, ref: refOf(id), chain_hash, next: null });
    expect(chain.events.map(({ hash }) => hash)).toEqual(events.map(({ hash }) => hash));
    expect(Object.keys(chain.events[0] ?? {})).not.toContain('position');
    // The log is away: what it would show stays open.
    expect(chain.verification).toMatchObject({ outcome: 'verified', faults: [] });
    const results = chain.verification?.checks.map(({ name, result }) => [name, result]);
    expect(results).toEqual(
      expect.arrayContaining([
        ['chain', 'holds'],
        ['signature', 'holds'],
      ]),
    );
  });

  it('continues a chain that is longer than a page, without verifying it again', async () => {
    const id = newJobId();
    for (let n = 0; n < 3; n += 1) {
      await app.jobs().emitEvent({ job_id: id, custody: fact('scanned', {}) });
    }
    const { events } = await app.as('ten_a').record({ id });
    const rest = await desk().chainForDesk({ id, starting_after: '1-2' });
    expect(rest).toMatchObject({ verification: null, next: null, chain_hash: events[1]?.hash });
    expect(rest.events.map(({ seq }) => seq)).toEqual([2]);
  });

  it('finds an event that was altered where it lies', async () => {
    const id = await delivered(app);
    await app.as('ten_a').certificate({ id });
    await app.rows('alter table custody.custody_event disable trigger only_added_to');
    await app.rows(
      `update custody.custody_event set bytes = replace(bytes, 'SL-0001', 'SL-9999')
        where job_id = $1 and seq = 2`,
      [id],
    );
    await app.rows('alter table custody.custody_event enable trigger only_added_to');
    const { verification } = await desk().chainForDesk({ id });
    expect(verification?.outcome).toBe('tampered');
    expect(verification?.faults.join()).toContain('Event 2');
  });

  it('refused: job_not_found', async () => {
    expect(await app.call('chainForDesk', { id: 'job_unknown' }, carrier)).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});

describe('openProof', () => {
  const opened = async () =>
    (await app.running().outbox('custody')).filter(({ type }) => type === 'change.recorded');
  const why = { reason: 'A parcel is missed' };

  it('answers who took the parcels, and is recorded of a program too', async () => {
    const id = await delivered(app);
    const before = (await opened()).length;
    const { signature_url: _s, photo_url: _p, ...facts } = await app.as('ten_a').pod({ id });
    expect(await desk().openProof({ id: refOf(id), part: 'document', ...why })).toEqual({
      ...{ object: 'opened_proof', part: 'document', url: null, ...facts },
    });
    const records = (await opened()).slice(before);
    expect(records).toMatchObject([
      {
        tenant_id: 'ten_a',
        data: {
          ...{ action: 'custody.openProof', object_id: id, person_tenant_id: 'ten_carrier' },
          ...{ reason: why.reason, before: {}, after: { opened: 'document' } },
        },
      },
    ]);
    expect(JSON.stringify(records)).not.toContain(facts.recipient);
  });

  it('links to the image that is opened, and to no other', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    const { id: signature_file_id } = await filed(app, job_id);
    await delivered(app, { job_id, signature_file_id });
    const { signature_url } = await app.as('ten_a').pod({ id: job_id });
    const open = (part: 'document' | 'signature') => desk().openProof({ id: job_id, part, ...why });
    expect(await open('signature')).toMatchObject({ part: 'signature', url: signature_url });
    expect((await open('document')).url).toBeNull();
  });

  it('refused: file_not_found, pod_pending and job_not_found, without a record', async () => {
    const id = await delivered(app);
    const pending = newJobId();
    await app.jobs().emitEvent({ job_id: pending, custody: fact('booked') });
    const before = (await opened()).length;
    const open = (input: object) => app.call('openProof', { ...why, ...input }, carrier);
    expect(await open({ id, part: 'photo' })).toMatchObject({
      refused: { code: 'file_not_found' },
    });
    expect(await open({ id: pending, part: 'document' })).toMatchObject({
      refused: { code: 'pod_pending' },
    });
    expect(await open({ id: 'job_unknown', part: 'document' })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
    expect(await opened()).toHaveLength(before);
  });

  it('bad input: no reason', async () => {
    const id = await delivered(app);
    for (const reason of [undefined, '']) {
      expect(await app.call('openProof', { id, part: 'document', reason }, carrier)).toMatchObject({
        invalid: expect.anything(),
      });
    }
  });
});

describe('openProofForDesk', () => {
  it('answers who took the parcels, without a file', async () => {
    const id = await delivered(app);
    expect(await desk().openProofForDesk({ id: refOf(id), part: 'document' })).toEqual({
      ...(await app.as('ten_a').pod({ id })),
      file: null,
    });
  });

  it('names the file of a signature, which storage holds', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    const { id: signature_file_id } = await filed(app, job_id);
    await delivered(app, { job_id, signature_file_id });
    const { file, recipient } = await desk().openProofForDesk({ id: job_id, part: 'signature' });
    expect(recipient).toBe(proof.recipient);
    expect(file).toMatchObject({ media_type: 'image/png' });
    expect((await app.files().get(file?.storage_key ?? '')).length).toBeGreaterThan(0);
  });

  it('refused: file_not_found where none was taken, or it is erased', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    const { id: signature_file_id } = await filed(app, job_id);
    await delivered(app, { job_id, signature_file_id });
    const open = (part: string) => app.call('openProofForDesk', { id: job_id, part }, carrier);
    expect(await open('photo')).toMatchObject({ refused: { code: 'file_not_found' } });
    await app.as('ten_a').eraseProof({ id: job_id });
    expect(await open('signature')).toMatchObject({ refused: { code: 'file_not_found' } });
  });

  it('refused: pod_pending before the delivery', async () => {
    const id = newJobId();
    await app.jobs().emitEvent({ job_id: id, custody: fact('booked') });
    const input = { id, part: 'document' };
    expect(await app.call('openProofForDesk', input, carrier)).toMatchObject({
      refused: { code: 'pod_pending' },
    });
  });

  it('refused: job_not_found', async () => {
    const input = { id: 'job_unknown', part: 'document' };
    expect(await app.call('openProofForDesk', input, carrier)).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});
