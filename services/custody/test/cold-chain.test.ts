import { refused } from '@svc/kit/testing/service-test';
import { exitCode, verifyBundle } from '@svc/proof/verify/bundle';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { custodyTest, fact, newJobId, publicUrl, start } from './app.ts';
import { inRange, refOf } from './neighbours.ts';

const app = custodyTest();

const events = async (job_id: string) => (await app.as().record({ id: job_id })).events;
const typesOf = async (job_id: string) => (await events(job_id)).map(({ type }) => type);
const deadline = { timeout: 60_000, interval: 20 };
const handled = (job_id: string, count: number) =>
  vi.waitFor(async () => {
    const [row] = await app.sql(
      "select next from custody.job_cursor where consumer = 'custody-tracking' and job_id = $1",
      [job_id],
    );
    expect(row?.next).toBeGreaterThan(count);
  }, deadline);

/** Waits until it is issued. */
const coldChainOf = (id: string) =>
  vi.waitFor(() => app.as().coldChainCertificate({ id }), deadline);

const verified = async (id: string) => {
  const bundle = JSON.parse(JSON.stringify(await app.as().bundle({ id })));
  return verifyBundle(bundle, { jwks: await app.as('').certificateKeys({}) });
};

describe('an excursion', () => {
  it('enters the chain where it was decided, in whole tenths of a degree', async () => {
    const job_id = newJobId();
    await app.emitEvent({ job_id, custody: fact('collected', { seal: 'SL-0001' }) });
    await app.as().record({ id: job_id });
    await app.excursion(job_id);
    await handled(job_id, 1);
    expect((await events(job_id)).at(-1)).toMatchObject({
      seq: 2,
      at: '2026-11-02T08:36:00.000Z',
      type: 'temperature_excursion',
      by: 'sensor:probe-1',
      seal: null,
      position: { lat_e6: -26_100_000, lng_e6: 28_000_000 },
      details: {
        started_at: '2026-11-02T08:30:00.000Z',
        minutes_out_of_range: 6,
        min_dc: 84,
        max_dc: 113,
        range_min_dc: 20,
        range_max_dc: 80,
        action: 'hold_and_call',
      },
    });
    await app.delivered({ job_id });
    expect(await verified(job_id)).toMatchObject({ verified: true, events: 5, seal: 'SL-0001' });
  });

  it('that arrives before its job waits for the job', async () => {
    const job_id = newJobId();
    await app.excursion(job_id);
    await handled(job_id, 1);
    await app.emitEvent({ job_id, custody: fact('booked') });
    expect(await typesOf(job_id)).toEqual(['booked', 'temperature_excursion']);
  });

  it('decided after the hand-over waits for the certificate that covers it', async () => {
    const job_id = await app.delivered({ temperature_class: '2-8C' });
    await app.as().certificate({ id: job_id });
    await app.excursion(job_id);
    await handled(job_id, 1);
    expect(await typesOf(job_id)).toEqual(['booked', 'collected', 'delivered']);
    expect(await verified(job_id)).toMatchObject({
      outcome: 'cold_chain_not_shown',
      cold_chain: null,
      faults: [],
    });

    const cold_chain = { ...inRange, max_c: 11.25, result: 'excursion' as const };
    await app.sealed(job_id, cold_chain);
    const { certificate } = await coldChainOf(job_id);
    expect(await typesOf(job_id)).toEqual([
      'booked',
      'collected',
      'delivered',
      'temperature_excursion',
    ]);
    expect(certificate).toMatchObject({ custody: { events: 4 }, cold_chain });
    const { custody } = await app.as().certificate({ id: job_id });
    expect(custody.events, 'the proof of custody speaks of the chain to the hand-over').toBe(3);
    expect(await verified(job_id)).toMatchObject({
      verified: true,
      events: 4,
      certificate: { matches_chain: true },
      cold_chain: { id: certificate.id, matches_chain: true },
    });
  });

  it('cannot be removed together with its certificate', async () => {
    const job_id = await app.delivered({ temperature_class: '2-8C' });
    await app.as().certificate({ id: job_id });
    await app.excursion(job_id);
    await handled(job_id, 1);
    await app.sealed(job_id, { ...inRange, result: 'excursion' });
    await coldChainOf(job_id);
    const bundle = await app.as().bundle({ id: job_id });
    const shorter = bundle.custody.events.slice(0, 3);
    const chain_hash = shorter.at(-1)?.hash ?? '';
    const cut = {
      ...bundle,
      custody: { ...bundle.custody, events: shorter, chain_hash },
      cold_chain: null,
    };
    const trust = { jwks: await app.as('').certificateKeys({}) };
    const unlogged = await verifyBundle({ ...cut, log: null }, trust);
    expect(unlogged).toMatchObject({ outcome: 'cold_chain_not_shown', verified: false });
    expect(exitCode(unlogged)).toBe(2);
    // Entries of the log name what was taken out.
    expect(exitCode(await verifyBundle(cut, trust))).toBe(1);
  });
});

describe('a sealed cold chain', () => {
  it('is certified, and certificate.issued is emitted', async () => {
    const job_id = await app.delivered();
    await app.sealed(job_id, inRange);
    const { certificate } = await coldChainOf(job_id);
    const proof = await app.as().certificate({ id: job_id });
    expect(certificate).toEqual({
      id: expect.stringMatching(/^PCC-[0-9A-HJKMNP-TV-Z]{10}$/),
      object: 'certificate',
      type: 'proof_of_cold_chain',
      job_id,
      issued_at: app.clock.now().toISOString(),
      custody: { events: 3, seal: 'SL-0001', chain_hash: proof.custody.chain_hash },
      verify_url: `${publicUrl}/verify/${certificate.id}`,
      log: { ...proof.log, proof_url: `${publicUrl}/v1/certificates/${certificate.id}/proof` },
      related: [proof.id],
      cold_chain: inRange,
    });
    expect(proof).toMatchObject({ type: 'proof_of_custody', related: [certificate.id] });
    expect(proof).not.toHaveProperty('cold_chain');
    expect(await app.as().certificate({ id: certificate.id })).toEqual(certificate);
    expect((await app.outbox(job_id)).slice(2)).toMatchObject([
      {
        type: 'certificate.issued',
        sequence: 3,
        data: {
          job_id,
          ref: refOf(job_id),
          certificate_id: certificate.id,
          type: 'proof_of_cold_chain',
          verify_url: certificate.verify_url,
        },
      },
    ]);
  });

  it('is certified again after a decision on suspect values, beside the first', async () => {
    const job_id = await app.delivered({ temperature_class: '2-8C' });
    const reading = { device_id: 'probe-1', seq: 4, at: start, temperature_c: 85 };
    const open = { ...inRange, max_c: 85, result: 'insufficient_data' as const };
    const undecided = { ...open, suspects: [{ ...reading, decision: null }] };
    await app.sealed(job_id, undecided);
    const { certificate: first, certificate_jws } = await coldChainOf(job_id);
    const decided = { ...inRange, suspects: [{ ...reading, decision: 'sensor_fault' as const }] };
    await app.decided(job_id, decided);
    await handled(job_id, 2);
    const { certificate } = await coldChainOf(job_id);
    expect(certificate).toMatchObject({ cold_chain: decided, custody: first.custody });
    expect(certificate.related).toContain(first.id);
    expect(await app.as().certificateJws({ id: first.id })).toEqual({ jws: certificate_jws });
    const proof = await app.as().certificate({ id: job_id });
    expect(proof.related).toEqual([first.id, certificate.id]);
    expect(await verified(job_id)).toMatchObject({
      verified: true,
      cold_chain: { id: certificate.id, matches_chain: true },
    });
    const { certificates } = await app.as().issuedCertificates({ tenant_id: app.tenant, job_id });
    expect(certificates.map(({ id }) => id)).toEqual([proof.id, certificate.id]);
  });

  it('is signed as shown, and shown to every holder of its link', async () => {
    const job_id = await app.delivered();
    await app.sealed(job_id, inRange);
    const { certificate, certificate_jws, jwks } = await coldChainOf(job_id);
    const { payload } = await jwtVerify(certificate_jws, createLocalJWKSet(jwks), {
      algorithms: ['ES256'],
      typ: 'svc-certificate+jwt',
      issuer: publicUrl,
      currentDate: app.clock.now(),
    });
    const { related: _, ...shown } = certificate;
    expect(payload).toMatchObject({ ...shown, ref: refOf(job_id) });
    expect(await app.as().certificateJws({ id: certificate.id })).toEqual({
      jws: certificate_jws,
    });
    expect(await app.as('').publicProof({ id: certificate.id })).toMatchObject({
      certificate,
      chain_intact: true,
      cold_chain_certificate: { id: certificate.id, result: 'in_range' },
    });
  });

  it('waits for the hand-over where that comes later', async () => {
    const job_id = await app.booked();
    await app.sealed(job_id, inRange);
    await handled(job_id, 1);
    expect(await app.call('coldChainCertificate', { id: job_id })).toEqual(
      refused('certificate_pending'),
    );
    await app.delivered({ job_id });
    expect((await coldChainOf(job_id)).certificate.custody.events).toBe(4);
    expect(await app.typesOf(job_id)).toEqual([
      'pod.available',
      'certificate.issued',
      'certificate.issued',
    ]);
  });

  it('is certified once, whether hand-over or seal comes first', async () => {
    const jobs = Array.from({ length: 10 }, newJobId);
    await Promise.all(
      jobs.flatMap((job_id) => [app.delivered({ job_id }), app.sealed(job_id, inRange)]),
    );
    for (const id of jobs) {
      await coldChainOf(id);
      expect(await verified(id)).toMatchObject({ verified: true, cold_chain: { signature: 'ok' } });
    }
  });

  it('signed with a newer key is verified with both keys', async () => {
    const job_id = await app.delivered();
    await app.as().certificate({ id: job_id });
    await app.as('').rotateCertificateKey({});
    await app.sealed(job_id, inRange);
    await coldChainOf(job_id);
    const bundle = await app.as().bundle({ id: job_id });
    expect(bundle.jwks.keys).toHaveLength(2);
    expect(await verified(job_id)).toMatchObject({ verified: true });
    expect(exitCode(await verifyBundle(bundle))).toBe(2);
  });

  it('over a chain that was tampered with is not certified', async () => {
    const job_id = await app.delivered();
    await app.as().certificate({ id: job_id });
    await app.tamper(
      `update custody.custody_event set bytes = replace(bytes, 'SL-', 'XX-') where job_id = $1`,
      [job_id],
    );
    await app.sealed(job_id, inRange);
    await handled(job_id, 1);
    expect(await app.call('coldChainCertificate', { id: job_id })).toEqual(
      refused('certificate_pending'),
    );
  });

  it('is deleted with all rows of its job when that is purged', async () => {
    const job_id = await app.booked();
    await app.sealed(job_id, inRange);
    await handled(job_id, 1);
    await app.sql('select custody.purge_job($1, $2)', [app.tenant, job_id]);
    expect(
      await app.sql('select * from custody.cold_chain_seal where job_id = $1', [job_id]),
    ).toEqual([]);
  });
});
