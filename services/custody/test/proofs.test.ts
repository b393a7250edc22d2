import { verifyBundle } from '@svc/proof/verify/bundle';
import { describe, expect, it } from 'vitest';
import { custodyTest, fact, newJobId, proof, publicUrl } from './app.ts';
import { filed, jpeg, signed } from './images.ts';
import { changeKnown, refOf } from './neighbours.ts';

const app = custodyTest();

describe('pod', () => {
  it('returns recipient, checks and time of the hand-over', async () => {
    const id = await app.delivered();
    expect(await app.as().pod({ id })).toEqual({
      job_id: id,
      recipient: proof.recipient,
      otp_verified: true,
      id_check: 'over_14_confirmed',
      signature_url: null,
      photo_url: null,
      delivered_at: '2026-11-02T09:00:00.000Z',
    });
  });

  it('links to the files, whose digests are in the chain', async () => {
    const job_id = await app.booked();
    const signature = await filed(app, job_id);
    const photo = await filed(app, job_id, {
      kind: 'photo',
      bytes: jpeg,
      media_type: 'image/jpeg',
    });
    await app.delivered({ job_id, signature_file_id: signature.id, photo_file_id: photo.id });
    const { signature_url, photo_url } = await app.as().pod({ id: job_id });
    const link = `^${publicUrl}/files/proof/[\\w.]+$`;
    expect(signature_url).toMatch(new RegExp(link));
    expect(photo_url).toMatch(new RegExp(link));
    expect(photo_url).not.toBe(signature_url);
    const { events } = await app.as().record({ id: job_id });
    expect(events.at(-1)?.details).toMatchObject({
      signature_sha256: signature.sha256,
      photo_sha256: photo.sha256,
    });
  });
});

const wayward = { note: 'Handed to Erasme at gate 3', details: { location: 'Ward of Erasme' } };

async function deliveredWithSignature() {
  const job_id = await signed(app, { custody: fact('scanned', wayward) });
  await app.as().certificate({ id: job_id });
  return job_id;
}

describe('eraseProof', () => {
  it('deletes name, salt and files for good', async () => {
    const id = await deliveredWithSignature();
    const [file] = await app.sql('select storage_key from custody.proof_file where job_id = $1', [
      id,
    ]);
    expect(await app.as().eraseProof({ id: refOf(id) })).toEqual({ job_id: id });
    expect(await app.as().pod({ id })).toMatchObject({
      recipient: '',
      otp_verified: true,
      signature_url: null,
    });
    expect(await app.files().exists(file.storage_key)).toBe(false);
    const left = await app.sql(
      `select to_json(p)::text as row from custody.proof p where job_id = $1
        union all select to_json(f)::text from custody.proof_file f where job_id = $1`,
      [id],
    );
    expect(left).toHaveLength(1);
    expect(JSON.parse(left[0].row)).toMatchObject({ recipient: '', salt: '' });
  });

  it('leaves the chain whole and certified', async () => {
    const id = await deliveredWithSignature();
    await app.as().eraseProof({ id });
    const bundle = await app.as().bundle({ id });
    const jwks = await app.as('').certificateKeys({});
    expect(await verifyBundle(bundle, { jwks })).toMatchObject({ verified: true });
    expect(JSON.stringify(bundle)).not.toContain(proof.recipient);
  });

  it('deletes notes, locations and their salts; the bundle shows them absent', async () => {
    const id = await deliveredWithSignature();
    const jwks = await app.as('').certificateKeys({});
    const before = await app.as().bundle({ id });
    expect(before.custody.texts.map(({ text }) => text)).toEqual([
      wayward.details.location,
      wayward.note,
    ]);
    expect(await verifyBundle(before, { jwks })).toMatchObject({
      verified: true,
      texts: { checked: 2, absent: 0 },
    });
    await app.as().eraseProof({ id });
    const after = await app.as().bundle({ id });
    expect(after.custody).toMatchObject({ texts: [], chain_hash: before.custody.chain_hash });
    expect(await verifyBundle(after, { jwks })).toMatchObject({
      verified: true,
      texts: { checked: 0, absent: 2 },
    });
    const left = await app.sql(
      `select bytes as row from custody.custody_event where job_id = $1
        union all select to_json(t)::text from custody.custody_text t where job_id = $1
        union all select to_json(p)::text from custody.proof p where job_id = $1
        union all select to_json(o)::text from custody.outbox o where job_id = $1`,
      [id],
    );
    expect(JSON.stringify(left)).not.toContain('Erasme');
    for (const { salt } of before.custody.texts) expect(JSON.stringify(left)).not.toContain(salt);
  });

  it('erases the texts of a cancelled job, which has no proof', async () => {
    const job_id = newJobId();
    await app.emitEvent({ job_id, custody: fact('scanned', wayward) });
    await app.as().record({ id: job_id });
    changeKnown(job_id, { status: 'cancelled' });
    expect(await app.as().eraseProof({ id: job_id })).toEqual({ job_id });
    expect((await app.as().record({ id: job_id })).texts).toEqual([]);
  });

  it('emits proof.erased for the services that hold copies', async () => {
    const id = await deliveredWithSignature();
    await app.as().eraseProof({ id });
    expect((await app.outbox(id)).at(-1)).toMatchObject({
      type: 'proof.erased',
      tenant_id: app.tenant,
      job_id: id,
      data: { job_id: id, erased_at: app.clock.now().toISOString() },
    });
  });

  it('is idempotent, with the same request or another', async () => {
    const id = await deliveredWithSignature();
    const first = await app.as().eraseProof({ id });
    expect(await app.as().eraseProof({ id })).toEqual(first);
    const as = { request: 'erase' };
    const reply = await app.call('eraseProof', { id }, as);
    expect(await app.call('eraseProof', { id }, as)).toEqual({ ...reply, replayed: true });
  });
});
