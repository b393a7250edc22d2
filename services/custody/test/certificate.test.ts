import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId, publicUrl } from './app.ts';
import { refOf } from './neighbours.ts';

const app = custodyApp();

describe('certificate', () => {
  it('is issued on delivery, for the whole chain', async () => {
    const job_id = await delivered(app);
    const certificate = await app.as('ten_a').certificate({ id: job_id });
    const { chain_hash } = await app.as('ten_a').record({ id: job_id });
    expect(certificate).toEqual({
      id: expect.stringMatching(/^POC-[0-9A-HJKMNP-TV-Z]{10}$/),
      object: 'certificate',
      type: 'proof_of_custody',
      job_id,
      issued_at: app.clock.now().toISOString(),
      custody: { events: 3, seal: 'SL-0001', chain_hash },
      verify_url: `${publicUrl}/verify/${certificate.id}`,
      log: {
        origin: 'svc.example/log',
        checkpoint_url: `${publicUrl}/log/checkpoint`,
        proof_url: `${publicUrl}/v1/certificates/${certificate.id}/proof`,
      },
      cold_chain_expected: false,
      related: [],
    });
  });

  it('says that a cold chain is to be shown where the job has a range to keep', async () => {
    const id = await delivered(app, { temperature_class: '2-8C' });
    expect(await app.as('ten_a').certificate({ id })).toMatchObject({ cold_chain_expected: true });
  });

  it('of before says nothing of the cold chain, and is shown as it was signed', async () => {
    const id = await delivered(app);
    const { id: own } = await app.as('ten_a').certificate({ id });
    await app.rows('alter table custody.certificate disable trigger only_added_to');
    await app.rows('update custody.certificate set cold_chain_expected = null where id = $1', [
      own,
    ]);
    await app.rows('alter table custody.certificate enable trigger only_added_to');
    expect(await app.as('ten_a').certificate({ id })).not.toHaveProperty('cold_chain_expected');
  });

  it('is known by its own id, and by the id and reference of its job', async () => {
    const id = await delivered(app);
    const certificate = await app.as('ten_a').certificate({ id });
    expect(await app.as('ten_a').certificate({ id: certificate.id })).toEqual(certificate);
    expect(await app.as('ten_a').certificate({ id: refOf(id) })).toEqual(certificate);
  });

  it('names the other certificates of its job', async () => {
    const id = await delivered(app);
    const { id: own } = await app.as('ten_a').certificate({ id });
    const other = `PCC-${own.slice(4)}`;
    await app.rows(
      `insert into custody.certificate
       select tenant_id, $2, job_id, ref, 'proof_of_cold_chain', issued_at, events, seal, chain_hash,
              verify_url, kid, jws from custody.certificate where id = $1`,
      [own, other],
    );
    expect(await app.as('ten_a').certificate({ id })).toMatchObject({ id: own, related: [other] });
    expect(await app.as('ten_a').certificate({ id: other })).toMatchObject({
      id: other,
      type: 'proof_of_cold_chain',
      related: [own],
    });
  });
});

describe('certificateJws', () => {
  it('is the certificate, signed under a published key', async () => {
    const id = await delivered(app);
    const { related: _, ...certificate } = await app.as('ten_a').certificate({ id });
    const { jws } = await app.as('ten_a').certificateJws({ id: certificate.id });
    const jwks = await app.as('').certificateKeys({});
    const { payload, protectedHeader } = await jwtVerify(jws, createLocalJWKSet(jwks), {
      algorithms: ['ES256'],
      typ: 'svc-certificate+jwt',
      issuer: publicUrl,
      currentDate: app.clock.now(),
    });
    expect(protectedHeader).toEqual({
      alg: 'ES256',
      typ: 'svc-certificate+jwt',
      kid: jwks.keys[0]?.kid,
    });
    expect(payload).toEqual({
      ...certificate,
      ref: refOf(id),
      iss: publicUrl,
      iat: Math.floor(app.clock.now().getTime() / 1000),
    });
  });

  it('answers by job as well', async () => {
    const id = await delivered(app);
    const byJob = await app.as('ten_a').certificateJws({ id });
    expect(await app.as('ten_a').certificateJws({ id: refOf(id) })).toEqual(byJob);
  });
});

describe.each(['certificate', 'certificateJws'] as const)('%s refused', (action) => {
  it('certificate_pending for a job that is not delivered', async () => {
    const id = newJobId();
    await app.jobs().emitEvent({ job_id: id, custody: fact('booked') });
    for (const key of [id, refOf(id)]) {
      expect(await app.call(action, { id: key })).toMatchObject({
        refused: { code: 'certificate_pending' },
      });
    }
  });

  it.each(['POC-0000000000', 'PCC-0000000000', 'job_unknown', 'SVC-00000000', 'no id'])(
    'certificate_not_found for %s',
    async (id) => {
      expect(await app.call(action, { id })).toMatchObject({
        refused: { code: 'certificate_not_found' },
      });
    },
  );

  it("certificate_not_found for another tenant's certificate or job", async () => {
    const job_id = await delivered(app);
    const { id } = await app.as('ten_a').certificate({ id: job_id });
    for (const key of [id, job_id, refOf(job_id)]) {
      expect(await app.call(action, { id: key }, { tenant: 'ten_b' })).toMatchObject({
        refused: { code: 'certificate_not_found' },
      });
    }
  });

  it('nothing when the input is bad: it is told so', async () => {
    expect(await app.call(action, {})).toEqual({ invalid: expect.anything() });
  });
});
