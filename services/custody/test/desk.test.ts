import { refused } from '@svc/kit/testing/service-test';
/** Reads of the carrier's desk over the jobs of all tenants. */
import { verifyBundle } from '@svc/proof/verify/bundle';
import { describe, expect, it } from 'vitest';
import { custodyTest, fact, newJobId, proof } from './app.ts';
import { signed } from './images.ts';
import { refOf } from './neighbours.ts';

const app = custodyTest();
const carrier = { tenant: 'ten_carrier' };
const desk = () => app.as(carrier.tenant);

it('texts naming the recipient are in the bundle of the desk alone, and the chain holds', async () => {
  const job_id = newJobId();
  await app.emitOnly({ job_id, custody: fact('booked') });
  const at = (location: string) => ({ details: { location } });
  await app.emitOnly({
    job_id,
    custody: fact('scanned', { note: 'Left lift', ...at('Ward 3') }),
  });
  await app.emitOnly({ job_id, custody: fact('scanned', at('With sister DLAMINI, ward 3')) });
  await app.emitOnly({ job_id, custody: fact('delivery_failed', { note: 'She is at lunch' }) });
  const custody = fact('delivered', { note: 'Given to the night nurse', ...at('Dlaminiville') });
  await app.emitEvent({ job_id, custody, proof: { ...proof, recipient: 'Sr. N. Dlamini' } });
  const shown = ['Ward 3', 'Left lift', 'Dlaminiville'];
  const textsOf = (texts: readonly { text: string }[]) => texts.map(({ text }) => text);
  expect(textsOf((await app.as().record({ id: job_id })).texts)).toEqual(shown);
  const bundle = await app.as().bundle({ id: job_id });
  expect(textsOf(bundle.custody.texts)).toEqual(shown);
  const jwks = await app.as('').certificateKeys({});
  const { outcome, texts } = await verifyBundle(bundle, { jwks });
  expect([outcome, texts]).toEqual(['verified', { checked: 3, absent: 3, faulty: 0 }]);
  const { custody: whole } = await desk().bundleForDesk({ id: refOf(job_id) });
  expect(whole.texts).toHaveLength(6);
});

it("bundleForDesk returns the tenant's own bundle, which can be verified", async () => {
  const id = await app.delivered();
  const bundle = await desk().bundleForDesk({ id: refOf(id) });
  expect(bundle).toEqual(await app.as().bundle({ id }));
  const jwks = await app.as('').certificateKeys({});
  expect(await verifyBundle(bundle, { jwks })).toMatchObject({ verified: true, faults: [] });
});

describe('chainForDesk', () => {
  it('returns the chain with the result of its verification', async () => {
    const id = await app.delivered();
    const { events, chain_hash } = await app.as().record({ id });
    const chain = await desk().chainForDesk({ id: refOf(id) });
    expect(chain).toMatchObject({ job_id: id, ref: refOf(id), chain_hash, next: null });
    expect(chain.events.map(({ hash }) => hash)).toEqual(events.map(({ hash }) => hash));
    expect(Object.keys(chain.events[0] ?? {})).not.toContain('position');
    // The log is unavailable: what it would show stays undecided.
    expect(chain.verification).toMatchObject({ outcome: 'verified', faults: [] });
    const results = chain.verification?.checks.map(({ name, result }) => [name, result]);
    expect(results).toEqual(
      expect.arrayContaining([
        ['chain', 'holds'],
        ['signature', 'holds'],
      ]),
    );
  });

  it('continues a chain longer than a page without verifying it again', async () => {
    const id = newJobId();
    for (let n = 0; n < 3; n += 1) {
      await app.emitEvent({ job_id: id, custody: fact('scanned', {}) });
    }
    const { events } = await app.as().record({ id });
    const rest = await desk().chainForDesk({ id, starting_after: '1-2' });
    expect(rest).toMatchObject({ verification: null, next: null, chain_hash: events[1]?.hash });
    expect(rest.events.map(({ seq }) => seq)).toEqual([2]);
  });

  it('finds an event that was tampered with', async () => {
    const id = await app.delivered();
    await app.as().certificate({ id });
    await app.tamper(
      `update custody.custody_event set bytes = replace(bytes, 'SL-0001', 'SL-9999')
        where job_id = $1 and seq = 2`,
      [id],
    );
    const { verification } = await desk().chainForDesk({ id });
    expect(verification?.outcome).toBe('tampered');
    expect(verification?.faults.join()).toContain('Event 2');
  });
});

describe('openProof', () => {
  const opened = async () =>
    (await app.running().outbox('custody')).filter(({ type }) => type === 'change.recorded');
  const why = { reason: 'A parcel is missed' };

  it('returns who received the parcels, and emits a change record', async () => {
    const id = await app.delivered();
    const before = (await opened()).length;
    const { signature_url: _s, photo_url: _p, ...facts } = await app.as().pod({ id });
    expect(await desk().openProof({ id: refOf(id), part: 'document', ...why })).toEqual({
      ...{ object: 'opened_proof', part: 'document', url: null, ...facts },
    });
    const records = (await opened()).slice(before);
    expect(records).toMatchObject([
      {
        tenant_id: app.tenant,
        data: {
          ...{ action: 'custody.openProof', object_id: id, person_tenant_id: 'ten_carrier' },
          ...{ reason: why.reason, before: {}, after: { opened: 'document' } },
        },
      },
    ]);
    expect(JSON.stringify(records)).not.toContain(facts.recipient);
  });

  it('links to the image that is opened, and to no other', async () => {
    const job_id = await signed(app);
    const { signature_url } = await app.as().pod({ id: job_id });
    const open = (part: 'document' | 'signature') => desk().openProof({ id: job_id, part, ...why });
    expect(await open('signature')).toMatchObject({ part: 'signature', url: signature_url });
    expect((await open('document')).url).toBeNull();
  });

  it('refuses file_not_found, pod_pending and job_not_found without a record', async () => {
    const id = await app.delivered();
    const pending = await app.booked();
    const before = (await opened()).length;
    const open = (input: object) => app.call('openProof', { ...why, ...input }, carrier);
    expect(await open({ id, part: 'photo' })).toEqual(refused('file_not_found'));
    expect(await open({ id: pending, part: 'document' })).toEqual(refused('pod_pending'));
    expect(await open({ id: 'job_unknown', part: 'document' })).toEqual(refused('job_not_found'));
    expect(await opened()).toHaveLength(before);
  });
});

describe('openProofForDesk', () => {
  it('returns who received the parcels, without a file', async () => {
    const id = await app.delivered();
    expect(await desk().openProofForDesk({ id: refOf(id), part: 'document' })).toEqual({
      ...(await app.as().pod({ id })),
      file: null,
    });
  });

  it('names the stored file of a signature', async () => {
    const job_id = await signed(app);
    const { file, recipient } = await desk().openProofForDesk({ id: job_id, part: 'signature' });
    expect(recipient).toBe(proof.recipient);
    expect(file).toMatchObject({ media_type: 'image/png' });
    expect((await app.files().get(file?.storage_key ?? '')).length).toBeGreaterThan(0);
  });

  it('refuses with file_not_found an image never filed or erased', async () => {
    const job_id = await signed(app);
    const open = (part: string) => app.call('openProofForDesk', { id: job_id, part }, carrier);
    expect(await open('photo')).toEqual(refused('file_not_found'));
    await app.as().eraseProof({ id: job_id });
    expect(await open('signature')).toEqual(refused('file_not_found'));
  });
});
