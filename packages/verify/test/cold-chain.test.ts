import { CompactSign, calculateJwkThumbprint } from 'jose';
import { describe, expect, it } from 'vitest';
import { exitCode, verifyBundle } from '../src/bundle.ts';
import { certificateJwsType } from '../src/certificate.ts';
import { lastSeal } from '../src/chain.ts';
import { readingsDigest, type SignedReading } from '../src/readings.ts';
import { verifyReadings } from '../src/readings-bundle.ts';
import { report } from '../src/report.ts';
import {
  bundleOf,
  chainOf,
  copyOf,
  type Draft,
  delivery,
  job,
  newKey,
  recordOf,
  registeredClaims,
} from './bundles.ts';

const key = await newKey('key-1');
const newer = await newKey('key-2');
const trust = { jwks: { keys: [key.jwk, newer.jwk] } };

const readings: SignedReading[] = [4.1, 4.4, 9.5, 5].map((temperature_c, minute) => ({
  device_id: minute === 3 ? 'probe-2' : 'probe-1',
  seq: minute,
  at: `2026-11-02T08:3${minute}:00.000Z`,
  temperature_c,
  calibrated_until: minute === 3 ? null : '2027-06-30',
}));
const cold_chain = {
  range_c: [2, 8],
  min_c: 4.1,
  max_c: 9.5,
  readings_digest: readingsDigest(readings),
  result: 'in_range',
};

const decided: Draft = {
  at: '2026-11-02T08:40:00.000Z',
  type: 'temperature_excursion',
  by: 'sensor:probe-1',
  note: null,
  seal: null,
  position: null,
  details: { minutes_out_of_range: 5, max_dc: 95 },
};
/** The excursion was decided after the hand-over. */
const chain = chainOf(job.id, [...delivery, decided]);

async function coldChain(events: typeof chain, fields: object = { cold_chain }, by = newer) {
  const certificate = {
    id: 'PCC-0123456789',
    object: 'certificate',
    type: 'proof_of_cold_chain',
    job_id: job.id,
    issued_at: '2026-11-02T08:45:00.000Z',
    custody: {
      events: events.length,
      seal: lastSeal(events),
      chain_hash: recordOf(events).chain_hash,
    },
    verify_url: 'https://svc.example/verify/PCC-0123456789',
    ...fields,
  };
  const payload = { ...certificate, ref: job.ref, ...registeredClaims(certificate) };
  const certificate_jws = await new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', typ: certificateJwsType, kid: by.kid })
    .sign(by.privateKey);
  return { certificate: { ...certificate, related: ['POC-0123456789'] }, certificate_jws };
}
const signed = await coldChain(chain);
const proof = await bundleOf(chain.slice(0, delivery.length), key);
const whole = { ...proof, custody: recordOf(chain), cold_chain: signed };

describe('a chain that went on after the hand-over', () => {
  it('is verified when the certificate of the cold chain covers the rest', async () => {
    const verdict = await verifyBundle(copyOf(whole), trust);
    expect(verdict).toMatchObject({
      verified: true,
      events: 7,
      certificate: { id: 'POC-0123456789', matches_chain: true },
      cold_chain: { id: 'PCC-0123456789', signature: 'ok', matches_chain: true },
      faults: [],
    });
  });

  it('is verified by the thumbprints of both keys, and by neither alone', async () => {
    const enclosed = { ...whole, jwks: { keys: [key.jwk, newer.jwk] } };
    const prints = await Promise.all([key, newer].map(({ jwk }) => calculateJwkThumbprint(jwk)));
    const codeFor = async (thumbprint: string) =>
      exitCode(await verifyBundle(enclosed, { thumbprint }));
    expect(await codeFor(prints.join(','))).toBe(0);
    for (const print of prints) expect(await codeFor(print), 'one signer is another').toBe(6);
  });

  it.each<[string, () => unknown, string]>([
    ['nobody signed for the rest', () => ({ ...whole, cold_chain: null }), 'events were added'],
    [
      'one more was added',
      () => ({ ...whole, custody: recordOf(chainOf(job.id, [...delivery, decided, decided])) }),
      'events were added',
    ],
    [
      'the rest was cut off',
      () => ({ ...whole, custody: recordOf(chain.slice(0, delivery.length)) }),
      'events were cut off',
    ],
    [
      'the rest was rewritten',
      () => ({
        ...whole,
        custody: recordOf(chainOf(job.id, [...delivery, { ...decided, note: 'nothing' }])),
      }),
      'another chain',
    ],
    [
      'the beginning was rewritten',
      () => {
        const [first, ...rest] = delivery;
        const other = first ? [{ ...first, note: 'otherwise' }, ...rest] : rest;
        return { ...whole, custody: recordOf(chainOf(job.id, [...other, decided])) };
      },
      'another chain',
    ],
    [
      'the result was edited',
      () => {
        const changed = copyOf(whole);
        Object.assign(changed.cold_chain.certificate, { cold_chain: { ...cold_chain, max_c: 7 } });
        return changed;
      },
      "certificate's cold_chain is not as it was signed",
    ],
    [
      'what it found was left out',
      () => {
        const changed = copyOf(whole);
        Object.assign(changed.cold_chain.certificate, { cold_chain: undefined });
        return changed;
      },
      "certificate's cold_chain is not as it was signed",
    ],
    [
      'its signature was taken away',
      () => ({ ...whole, cold_chain: { ...signed, certificate_jws: null } }),
      'not signed',
    ],
  ])('is not verified when %s', async (_what, changed, why) => {
    const verdict = await verifyBundle(changed(), trust);
    expect(exitCode(verdict)).toBe(1);
    expect(verdict.faults.join(' ')).toContain(why);
  });

  it('is not when a forger signed for the rest', async () => {
    const forger = await newKey('key-2');
    const forged = { ...whole, cold_chain: await coldChain(chain, { cold_chain }, forger) };
    expect(exitCode(await verifyBundle(forged, trust))).toBe(1);
  });
});

describe('a proof of custody that says that a cold chain was expected', () => {
  const cut = chain.slice(0, delivery.length);
  const proofSaying = (cold_chain_expected?: boolean) =>
    bundleOf(cut, key, {
      fields: cold_chain_expected === undefined ? {} : { cold_chain_expected },
    });

  it('does not verify as whole when cold chain and late excursion were taken out', async () => {
    const verdict = await verifyBundle(await proofSaying(true), trust);
    expect(verdict).toMatchObject({
      verified: false,
      outcome: 'cold_chain_not_shown',
      cold_chain_status: 'not_shown',
      faults: [],
    });
    expect(exitCode(verdict)).toBe(2);
    expect(report(verdict)).toMatch(/^COLD CHAIN NOT SHOWN/);
  });

  it('verifies together with that certificate', async () => {
    const shown = { ...whole, ...(await proofSaying(true)), custody: recordOf(chain) };
    expect(await verifyBundle({ ...shown, cold_chain: signed }, trust)).toMatchObject({
      verified: true,
      cold_chain_status: 'shown',
    });
  });

  it.each([
    ['says that none was expected', false, 'not_expected', 'none was expected'],
    ['says nothing of it, as those of before', undefined, 'not_known', 'not known whether'],
  ])('verifies without it when it %s', async (_what, expected, status, words) => {
    const verdict = await verifyBundle(await proofSaying(expected), trust);
    expect(verdict).toMatchObject({ verified: true, cold_chain_status: status });
    expect(report(verdict)).toContain(words);
  });

  it('does not hide it by leaving the member out', async () => {
    const changed = copyOf(await proofSaying(true));
    Reflect.deleteProperty(changed.certificate, 'cold_chain_expected');
    expect(exitCode(await verifyBundle(changed, trust))).toBe(1);
  });

  it('is not answered by another certificate in its place, nor takes the place of one', async () => {
    const own = await proofSaying(true);
    const { certificate, certificate_jws } = own;
    const twice = await verifyBundle(
      { ...own, cold_chain: { certificate, certificate_jws } },
      trust,
    );
    expect(twice.faults).toContain(
      'In the place of a proof_of_cold_chain stands another certificate.',
    );
    const cold = await coldChain(cut);
    const instead = await verifyBundle({ ...own, ...cold }, trust);
    expect(exitCode(instead)).toBe(1);
  });
});

describe('a bundle of readings', () => {
  const bundle = {
    format: 'svc.cold_chain.bundle.v1',
    job,
    ...signed,
    jwks: { keys: [newer.jwk] },
    readings,
  };

  it('is verified, in whatever order the readings stand', async () => {
    for (const order of [readings, readings.toReversed()]) {
      expect(await verifyReadings({ ...bundle, readings: order }, trust)).toMatchObject({
        verified: true,
        readings: 4,
        certificate: { id: 'PCC-0123456789', signature: 'ok', result: 'in_range' },
        faults: [],
      });
    }
  });

  it('has an unverified signer without keys', async () => {
    expect(exitCode(await verifyReadings(bundle))).toBe(2);
  });

  const [first = readings[0], ...others] = readings;
  it.each<[string, object, string]>([
    [
      'a temperature was altered',
      { readings: [{ ...first, temperature_c: 4.2 }, ...others] },
      'one was altered',
    ],
    [
      'a time was altered',
      { readings: [{ ...first, at: '2026-11-02T08:30:00.001Z' }, ...others] },
      'one was altered',
    ],
    [
      'a probe was altered',
      { readings: [{ ...first, device_id: 'probe-3' }, ...others] },
      'one was altered',
    ],
    [
      'a calibration was altered',
      { readings: [{ ...first, calibrated_until: '2030-01-01' }, ...others] },
      'one was altered',
    ],
    ['one was left out', { readings: others }, 'left out'],
    ['one stands there twice', { readings: [first, ...readings] }, 'added'],
    ['all are gone', { readings: [] }, 'left out'],
    [
      'one has more to say',
      { readings: [{ ...first, note: 'ok' }, ...others] },
      'Reading 1 is not',
    ],
    ['one is no reading', { readings: [...readings, 4.1] }, 'Reading 5 is not'],
    ['it is of another job', { job: { ...job, ref: 'SVC-99999999' } }, 'ref is not the one'],
    ['nobody signed', { certificate: null, certificate_jws: null }, 'Nobody signed'],
    ['it holds none', { readings: 'none' }, 'holds no readings'],
    ['it names no job', { job: null }, 'names no job'],
  ])('is not verified when %s', async (_what, change, why) => {
    const verdict = await verifyReadings({ ...bundle, ...change }, trust);
    expect(exitCode(verdict)).toBe(1);
    expect(verdict.faults.join(' ')).toContain(why);
  });

  it('is not when the certificate is one of custody, or speaks of other extremes', async () => {
    const { certificate, certificate_jws } = proof;
    const ofCustody = await verifyReadings({ ...bundle, certificate, certificate_jws }, trust);
    expect(ofCustody.faults).toEqual(['The certificate is not one for a cold chain.']);
    const colder = await coldChain(chain, { cold_chain: { ...cold_chain, max_c: 7.9 } });
    expect((await verifyReadings({ ...bundle, ...colder }, trust)).faults[0]).toContain('warmer');
  });

  it('has the digest that sha256sum computes of the text in the README', () => {
    const [one] = readings;
    expect(one && readingsDigest([one])).toBe(
      'sha256:7df57bd7d4394b519afc4bd1e37effe2fe74b2b87f9078dac67263b18f9a200b',
    );
  });
});
