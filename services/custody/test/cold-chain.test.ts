import { exitCode, verifyBundle } from '@svc/verify/bundle';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { custodyApp, delivered, fact, newJobId, publicUrl } from './app.ts';
import { inRange, refOf } from './neighbours.ts';

const app = custodyApp();
const tenant = 'ten_a';

const events = async (job_id: string) => (await app.as(tenant).record({ id: job_id })).events;
const typesOf = async (job_id: string) => (await events(job_id)).map(({ type }) => type);
const deadline = { timeout: 60_000, interval: 20 };
const handled = (job_id: string, count: number) =>
  vi.waitFor(async () => {
    const [row] = await app.rows(
      "select next from custody.job_cursor where consumer = 'custody-tracking' and job_id = $1",
      [job_id],
    );
    expect(row?.next).toBeGreaterThan(count);
  }, deadline);

/** As soon as it is issued. */
const coldChainOf = (id: string) =>
  vi.waitFor(() => app.as(tenant).coldChainCertificate({ id }), deadline);

const verified = async (id: string) => {
  const bundle = JSON.parse(JSON.stringify(await app.as(tenant).bundle({ id })));
  return verifyBundle(bundle, { jwks: await app.as('').certificateKeys({}) });
};

describe('an excursion', () => {
  it('enters the chain where it was decided, in whole tenths of a degree', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('collected', { seal: 'SL-0001' }) });
    await app.as(tenant).record({ id: job_id });
    await app.tracking().excursion({ job_id });
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
    await delivered(app, { job_id });
    expect(await verified(job_id)).toMatchObject({ verified: true, events: 5, seal: 'SL-0001' });
  });

  it('that is heard of before its job waits for the job', async () => {
    const job_id = newJobId();
    await app.tracking().excursion({ job_id });
    await handled(job_id, 1);
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    expect(await typesOf(job_id)).toEqual(['booked', 'temperature_excursion']);
  });

  it('that was decided after the hand-over waits for the certificate that covers it', async () => {
    const job_id = await delivered(app, { temperature_class: '2-8C' });
    await app.as(tenant).certificate({ id: job_id });
    await app.tracking().excursion({ job_id });
    await handled(job_id, 1);
    expect(await typesOf(job_id)).toEqual(['booked', 'collected', 'delivered']);
    expect(await verified(job_id)).toMatchObject({
      outcome: 'cold_chain_not_shown',
      cold_chain: null,
      faults: [],
    });

    const cold_chain = { ...inRange, max_c: 11.25, result: 'excursion' as const };
    await app.tracking().seal({ job_id, cold_chain });
    const { certificate } = await coldChainOf(job_id);
    expect(await typesOf(job_id)).toEqual([
      'booked',
      'collected',
      'delivered',
      'temperature_excursion',
    ]);
    expect(certificate).toMatchObject({ custody: { events: 4 }, cold_chain });
    const { custody } = await app.as(tenant).certificate({ id: job_id });
    expect(custody.events, 'the proof of custody speaks of the chain to the hand-over').toBe(3);
    expect(await verified(job_id)).toMatchObject({
      verified: true,
      events: 4,
      certificate: { matches_chain: true },
      cold_chain: { id: certificate.id, matches_chain: true },
    });
  });

  it('cannot be taken out together with its certificate', async () => {
    const job_id = await delivered(app, { temperature_class: '2-8C' });
    await app.as(tenant).certificate({ id: job_id });
    await app.tracking().excursion({ job_id });
    await handled(job_id, 1);
    await app.tracking().seal({ job_id, cold_chain: { ...inRange, result: 'excursion' } });
    await coldChainOf(job_id);
    const bundle = await app.as(tenant).bundle({ id: job_id });
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
  it('is certified, and told', async () => {
    const job_id = await delivered(app);
    await app.tracking().seal({ job_id, cold_chain: inRange });
    const { certificate } = await coldChainOf(job_id);
    const proof = await app.as(tenant).certificate({ id: job_id });
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
    expect(await app.as(tenant).certificate({ id: certificate.id })).toEqual(certificate);
    expect((await app.emitted(job_id)).slice(2)).toMatchObject([
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

  it('is signed as it is shown, and shown to every holder of its link', async () => {
    const job_id = await delivered(app);
    await app.tracking().seal({ job_id, cold_chain: inRange });
    const { certificate, certificate_jws, jwks } = await coldChainOf(job_id);
    const { payload } = await jwtVerify(certificate_jws, createLocalJWKSet(jwks), {
      algorithms: ['ES256'],
      typ: 'svc-certificate+jwt',
      issuer: publicUrl,
      currentDate: app.clock.now(),
    });
    const { related: _, ...shown } = certificate;
    expect(payload).toMatchObject({ ...shown, ref: refOf(job_id) });
    expect(await app.as(tenant).certificateJws({ id: certificate.id })).toEqual({
      jws: certificate_jws,
    });
    expect(await app.as('').publicProof({ id: certificate.id })).toMatchObject({
      certificate,
      chain_intact: true,
      cold_chain_certificate: { id: certificate.id, result: 'in_range' },
    });
  });

  it('waits for the hand-over where that comes later', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    await app.tracking().seal({ job_id, cold_chain: inRange });
    await handled(job_id, 1);
    expect(await app.call('coldChainCertificate', { id: job_id })).toMatchObject({
      refused: { code: 'certificate_pending' },
    });
    await delivered(app, { job_id });
    expect((await coldChainOf(job_id)).certificate.custody.events).toBe(4);
    expect((await app.emitted(job_id)).map(({ type }) => type)).toEqual([
      'pod.available',
      'certificate.issued',
      'certificate.issued',
    ]);
  });

  it('is certified once, whichever of hand-over and seal comes first', async () => {
    const jobs = Array.from({ length: 10 }, newJobId);
    await Promise.all(
      jobs.flatMap((job_id) => [
        delivered(app, { job_id }),
        app.tracking().seal({ job_id, cold_chain: inRange }),
      ]),
    );
    for (const id of jobs) {
      await coldChainOf(id);
      expect(await verified(id)).toMatchObject({ verified: true, cold_chain: { signature: 'ok' } });
    }
  });

  it('signed with a newer key is verified with both', async () => {
    const job_id = await delivered(app);
    await app.as(tenant).certificate({ id: job_id });
    await app.as('').rotateCertificateKey({});
    await app.tracking().seal({ job_id, cold_chain: inRange });
    await coldChainOf(job_id);
    const bundle = await app.as(tenant).bundle({ id: job_id });
    expect(bundle.jwks.keys).toHaveLength(2);
    expect(await verified(job_id)).toMatchObject({ verified: true });
    expect(exitCode(await verifyBundle(bundle))).toBe(2);
  });

  it('over a chain that was altered where it lies is not certified', async () => {
    const job_id = await delivered(app);
    await app.as(tenant).certificate({ id: job_id });
    await app.rows('alter table custody.custody_event disable trigger only_added_to');
    await app.rows(
      `update custody.custody_event set bytes = replace(bytes, 'SL-', 'XX-') where job_id = $1`,
      [job_id],
    );
    await app.rows('alter table custody.custody_event enable trigger only_added_to');
    await app.tracking().seal({ job_id, cold_chain: inRange });
    await handled(job_id, 1);
    expect(await app.call('coldChainCertificate', { id: job_id })).toMatchObject({
      refused: { code: 'certificate_pending' },
    });
  });

  it('goes with all else of its job when that is purged', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    await app.tracking().seal({ job_id, cold_chain: inRange });
    await handled(job_id, 1);
    await app.rows('select custody.purge_job($1, $2)', [tenant, job_id]);
    expect(
      await app.rows('select * from custody.cold_chain_seal where job_id = $1', [job_id]),
    ).toEqual([]);
  });
});

describe('coldChainCertificate refused', () => {
  it.each(['PCC-0000000000', 'job_unknown', 'no id'])(
    'certificate_not_found for %s',
    async (id) => {
      expect(await app.call('coldChainCertificate', { id })).toMatchObject({
        refused: { code: 'certificate_not_found' },
      });
    },
  );

  it("certificate_not_found for another tenant's job", async () => {
    const id = await delivered(app);
    await app.tracking().seal({ job_id: id, cold_chain: inRange });
    await coldChainOf(id);
    expect(await app.call('coldChainCertificate', { id }, { tenant: 'ten_b' })).toMatchObject({
      refused: { code: 'certificate_not_found' },
    });
  });
});
