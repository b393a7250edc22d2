import { verifyBundle } from '@svc/verify/bundle';
import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId, proof } from './app.ts';
import { filed } from './images.ts';
import { refOf } from './neighbours.ts';

const app = custodyApp();

async function deliveredWithSignature() {
  const job_id = newJobId();
  await app.jobs().tell({ job_id, custody: fact('booked') });
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

  it('again is no change', async () => {
    const id = await deliveredWithSignature();
    const first = await app.as('ten_a').eraseProof({ id });
    expect(await app.as('ten_a').eraseProof({ id })).toEqual(first);
    const as = { tenant: 'ten_a', request: 'erase', fingerprint: 'body' };
    const reply = await app.ask('eraseProof', { id }, as);
    expect(await app.ask('eraseProof', { id }, as)).toEqual({ ...reply, replayed: true });
  });
});

describe('eraseProof refused', () => {
  it('pod_pending before delivery', async () => {
    const job_id = newJobId();
    await app.jobs().tell({ job_id, custody: fact('booked') });
    expect(await app.ask('eraseProof', { id: job_id })).toMatchObject({
      refused: { code: 'pod_pending' },
    });
  });

  it.each(['job_unknown', 'no id'])('job_not_found for %s', async (id) => {
    expect(await app.ask('eraseProof', { id })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });

  it("job_not_found for another tenant's job", async () => {
    const id = await deliveredWithSignature();
    expect(await app.ask('eraseProof', { id }, { tenant: 'ten_b' })).toMatchObject({
      refused: { code: 'job_not_found' },
    });
  });
});

describe('eraseProof with bad input', () => {
  it('is told so', async () => {
    expect(await app.ask('eraseProof', {})).toEqual({ invalid: expect.anything() });
  });
});
