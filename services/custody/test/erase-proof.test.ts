import { verifyBundle } from '@svc/verify/bundle';
import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId, proof } from './app.ts';
import { filed } from './images.ts';
import { changeKnown, refOf } from './neighbours.ts';

const app = custodyApp();

const wayward = { note: 'Handed to Erasme at gate 3', details: { location: 'Ward of Erasme' } };

async function deliveredWithSignature() {
  const job_id = newJobId();
  await app.jobs().emitEvent({ job_id, custody: fact('booked') });
  await app.jobs().emitEvent({ job_id, custody: fact('scanned', wayward) });
  const { id } = await filed(app, job_id);
  await delivered(app, { job_id, signature_file_id: id });
  await app.as('ten_a').certificate({ id: job_id });
  return job_id;
}

describe('eraseProof', () => {
  it('removes name, salt and files for good', async () => {
    const id = await deliveredWithSignature();
    const [file] = await app.rows('select storage_key from custody.proof_file where job_id = $1', [
      id,
    ]);
    expect(await app.as('ten_a').eraseProof({ id: refOf(id) })).toEqual({ job_id: id });
    expect(await app.as('ten_a').pod({ id })).toMatchObject({
      recipient: '',
      otp_verified: true,
      signature_url: null,
    });
    expect(await app.files().exists(file.storage_key)).toBe(false);
    const left = await app.rows(
      `select to_json(p)::text as row from custody.proof p where job_id = $1
        union all select to_json(f)::text from custody.proof_file f where job_id = $1`,
      [id],
    );
    expect(left).toHaveLength(1);
    expect(JSON.parse(left[0].row)).toMatchObject({ recipient: '', salt: '' });
  });

  it('leaves the chain whole and certified', async () => {
    const id = await deliveredWithSignature();
    await app.as('ten_a').eraseProof({ id });
    const bundle = await app.as('ten_a').bundle({ id });
    const jwks = await app.as('').certificateKeys({});
    expect(await verifyBundle(bundle, { jwks })).toMatchObject({ verified: true });
    expect(JSON.stringify(bundle)).not.toContain(proof.recipient);
  });

  it('removes notes, locations and their salts; the bundle says that they are absent', async () => {
    const id = await deliveredWithSignature();
    const jwks = await app.as('').certificateKeys({});
    const before = await app.as('ten_a').bundle({ id });
    expect(before.custody.texts.map(({ text }) => text)).toEqual([
      wayward.details.location,
      wayward.note,
    ]);
    expect(await verifyBundle(before, { jwks })).toMatchObject({
      verified: true,
      texts: { checked: 2, absent: 0 },
    });
    await app.as('ten_a').eraseProof({ id });
    const after = await app.as('ten_a').bundle({ id });
    expect(after.custody).toMatchObject({ texts: [], chain_hash: before.custody.chain_hash });
    expect(await verifyBundle(after, { jwks })).toMatchObject({
      verified: true,
      texts: { checked: 0, absent: 2 },
    });
    const left = await app.rows(
      `select bytes as row from custody.custody_event where job_id = $1
        union all select to_json(t)::text from custody.custody_text t where job_id = $1
        union all select to_json(p)::text from custody.proof p where job_id = $1
        union all select to_json(o)::text from custody.outbox o where job_id = $1`,
      [id],
    );
    expect(JSON.stringify(left)).not.toContain('Erasme');
    for (const { salt } of before.custody.texts) expect(JSON.stringify(left)).not.toContain(salt);
  });

  it('reaches a job that was cancelled, of which no proof will be filed', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('scanned', wayward) });
    await app.as('ten_a').record({ id: job_id });
    changeKnown(job_id, { status: 'cancelled' });
    expect(await app.as('ten_a').eraseProof({ id: job_id })).toEqual({ job_id });
    expect((await app.as('ten_a').record({ id: job_id })).texts).toEqual([]);
  });

  it('emits proof.erased for the services that hold copies', async () => {
    const id = await deliveredWithSignature();
    await app.as('ten_a').eraseProof({ id });
    expect((await app.emitted(id)).at(-1)).toMatchObject({
      type: 'proof.erased',
      tenant_id: 'ten_a',
      job_id: id,
      data: { job_id: id, erased_at: app.clock.now().toISOString() },
    });
  });

  it('again is no change', async () => {
    const id = await deliveredWithSignature();
    const first = await app.as('ten_a').eraseProof({ id });
    expect(await app.as('ten_a').eraseProof({ id })).toEqual(first);
    const as = { tenant: 'ten_a', request: 'erase', fingerprint: 'body' };
    const reply = await app.call('eraseProof', { id }, as);
    expect(await app.call('eraseProof', { id }, as)).toEqual({ ...reply, replayed: true });
  });
});

describe('eraseProof refused', () => {
  it('pod_pending before delivery', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    expect(await app.call('eraseProof', { id: job_id })).toMatchObject({
      refused: { code: 'pod_pending' },
    });
  });

  it.each(['job_unknown', 'no id'])('job_not_found for %s', async (id) => {
    expect(await app.call('eraseProof', { id })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });

  it("job_not_found for another tenant's job", async () => {
    const id = await deliveredWithSignature();
    expect(await app.call('eraseProof', { id }, { tenant: 'ten_b' })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});

describe('eraseProof with bad input', () => {
  it('is told so', async () => {
    expect(await app.call('eraseProof', {})).toEqual({ invalid: expect.anything() });
  });
});
