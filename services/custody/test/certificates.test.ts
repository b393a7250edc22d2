import { refused } from '@svc/kit/testing/service-test';
import { exitCode, verifyBundle } from '@svc/proof/verify/bundle';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { custodyTest, newJobId, publicUrl } from './app.ts';
import { refOf } from './neighbours.ts';

const app = custodyTest();

describe('certificate', () => {
  it('is issued on delivery, for the whole chain', async () => {
    const job_id = await app.delivered();
    const certificate = await app.as().certificate({ id: job_id });
    const { chain_hash } = await app.as().record({ id: job_id });
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

  it('expects a cold chain where the job has a temperature range', async () => {
    const id = await app.delivered({ temperature_class: '2-8C' });
    expect(await app.as().certificate({ id })).toMatchObject({ cold_chain_expected: true });
  });

  it('from before cold chains is shown as it was signed', async () => {
    const id = await app.delivered();
    const { id: own } = await app.as().certificate({ id });
    await app.sql('alter table custody.certificate disable trigger only_added_to');
    await app.sql('update custody.certificate set cold_chain_expected = null where id = $1', [own]);
    await app.sql('alter table custody.certificate enable trigger only_added_to');
    expect(await app.as().certificate({ id })).not.toHaveProperty('cold_chain_expected');
  });

  it('is found by its own id, and by id and reference of its job', async () => {
    const id = await app.delivered();
    const certificate = await app.as().certificate({ id });
    expect(await app.as().certificate({ id: certificate.id })).toEqual(certificate);
    expect(await app.as().certificate({ id: refOf(id) })).toEqual(certificate);
  });

  it('names the other certificates of its job', async () => {
    const id = await app.delivered();
    const { id: own } = await app.as().certificate({ id });
    const other = `PCC-${own.slice(4)}`;
    await app.sql(
      `insert into custody.certificate
       select tenant_id, $2, job_id, ref, 'proof_of_cold_chain', issued_at, events, seal, chain_hash,
              verify_url, kid, jws from custody.certificate where id = $1`,
      [own, other],
    );
    expect(await app.as().certificate({ id })).toMatchObject({ id: own, related: [other] });
    expect(await app.as().certificate({ id: other })).toMatchObject({
      id: other,
      type: 'proof_of_cold_chain',
      related: [own],
    });
  });
});

describe('certificateJws', () => {
  it('returns the certificate, signed under a published key', async () => {
    const id = await app.delivered();
    const { related: _, ...certificate } = await app.as().certificate({ id });
    const { jws } = await app.as().certificateJws({ id: certificate.id });
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

  it('returns the same by id and reference of the job', async () => {
    const id = await app.delivered();
    const byJob = await app.as().certificateJws({ id });
    expect(await app.as().certificateJws({ id: refOf(id) })).toEqual(byJob);
  });
});

describe.each(['certificate', 'certificateJws'] as const)('%s refused', (action) => {
  it('is refused with certificate_pending before the delivery', async () => {
    const id = await app.booked();
    for (const key of [id, refOf(id)]) {
      expect(await app.call(action, { id: key })).toEqual(refused('certificate_pending'));
    }
  });
});

describe('bundle', () => {
  it('is verified offline with the published keys alone', async () => {
    const id = await app.delivered();
    const bundle = JSON.parse(JSON.stringify(await app.as().bundle({ id })));
    const verdict = await verifyBundle(bundle, { jwks: await app.as('').certificateKeys({}) });
    expect(verdict).toMatchObject({ verified: true, faults: [], events: 3, seal: 'SL-0001' });
    const { thumbprint } = verdict.signer;
    expect(await verifyBundle(bundle, { thumbprint: thumbprint ?? '' })).toMatchObject({
      verified: true,
    });
  });

  it('contains what the other actions return, and the one signing key', async () => {
    const id = await app.delivered();
    await app.as().certificate({ id });
    const { kid } = await app.as('').rotateCertificateKey({});
    const later = await app.delivered();
    const { custody, certificate, certificate_jws, jwks, job, format, texts_from } = await app
      .as()
      .bundle({ id: later });
    expect(format).toBe('svc.custody.bundle.v1');
    expect(job).toEqual({ id: later, ref: refOf(later) });
    expect({ ...custody, texts_from, next: null }).toEqual(await app.as().record({ id: later }));
    expect(certificate).toEqual(await app.as().certificate({ id: later }));
    expect({ jws: certificate_jws }).toEqual(await app.as().certificateJws({ id: later }));
    expect(jwks.keys).toMatchObject([{ kid }]);
    expect((await app.as().bundle({ id })).jwks.keys[0]?.kid).not.toBe(kid);
  });

  it('of a job in transit has a whole chain without a certificate', async () => {
    const id = await app.booked();
    const bundle = await app.as().bundle({ id: refOf(id) });
    expect(bundle).toMatchObject({ certificate: null, certificate_jws: null, jwks: { keys: [] } });
    const verdict = await verifyBundle(bundle, { jwks: await app.as('').certificateKeys({}) });
    expect(verdict).toMatchObject({ chain: 'ok', events: 1 });
    expect(exitCode(verdict)).toBe(2);
  });
});

const issued = (tenant_id: string, job_id: string) =>
  app.as('').issuedCertificates({ tenant_id, job_id });

it('deskCustody returns the head of the chain of any tenant, with the certificates', async () => {
  const job_id = newJobId();
  const state = () => app.as('').deskCustody({ tenant_id: app.tenant, job_id });
  expect(await state()).toEqual({ events: 0, chain_hash: null, certificates: [] });
  await app.delivered({ job_id });
  const { events, chain_hash } = await app.as().record({ id: job_id });
  const { certificates } = await issued(app.tenant, job_id);
  expect(await state()).toEqual({ events: events.length, chain_hash, certificates });
});

it('issuedCertificates returns ids and links after the hand-over, and nothing else', async () => {
  const job_id = newJobId();
  await app.delivered({ job_id });
  const { id, type, verify_url } = await app.as().certificate({ id: job_id });
  expect(await issued(app.tenant, job_id)).toEqual({ certificates: [{ id, type, verify_url }] });
  expect(await issued('ten_b', job_id)).toEqual({ certificates: [] });
});
