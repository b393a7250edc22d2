import { calculateJwkThumbprint } from 'jose';
import { describe, expect, it } from 'vitest';
import { exitCode, verifyBundle } from '../../src/verify/bundle.ts';
import { readingsDigest, type SignedReading } from '../../src/verify/readings.ts';
import { verifyReadings } from '../../src/verify/readings-bundle.ts';
import { report } from '../../src/verify/report.ts';
import {
  bundleOf,
  chainOf,
  copyOf,
  chain as cut,
  type Draft,
  delivery,
  job,
  key,
  newKey,
  good as proof,
  recordOf,
} from './bundles.ts';

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

async function coldChain(events: typeof chain, found: object = cold_chain, by = newer) {
  const id = 'PCC-0123456789';
  const { certificate, certificate_jws } = await bundleOf(events, by, {
    fields: {
      id,
      type: 'proof_of_cold_chain',
      verify_url: `https://svc.example/verify/${id}`,
      cold_chain: found,
    },
  });
  return { certificate: { ...certificate, related: ['POC-0123456789'] }, certificate_jws };
}
const signed = await coldChain(chain);
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

  const withChain = (drafts: readonly Draft[]) => ({ custody: recordOf(chainOf(job.id, drafts)) });
  const certifying = (found: unknown) => ({
    cold_chain: copyOf({ ...signed, certificate: { ...signed.certificate, cold_chain: found } }),
  });
  const rewritten = delivery.map((each) => ({ ...each, note: 'otherwise' }));
  const unlikeSigned = "certificate's cold_chain is not as it was signed";
  it.each<[string, object, string]>([
    ['nobody signed for the rest', { cold_chain: null }, 'events were added'],
    ['one more was added', withChain([...delivery, decided, decided]), 'events were added'],
    ['the rest was cut off', { custody: recordOf(cut) }, 'events were cut off'],
    [
      'the rest was rewritten',
      withChain([...delivery, { ...decided, note: 'nothing' }]),
      'another chain',
    ],
    ['the beginning was rewritten', withChain([...rewritten, decided]), 'another chain'],
    ['the result was edited', certifying({ ...cold_chain, max_c: 7 }), unlikeSigned],
    ['what it found was left out', certifying(undefined), unlikeSigned],
    [
      'its signature was taken away',
      { cold_chain: { ...signed, certificate_jws: null } },
      'not signed',
    ],
  ])('is not verified when %s', async (_what, change, why) => {
    const verdict = await verifyBundle({ ...whole, ...change }, trust);
    expect(exitCode(verdict)).toBe(1);
    expect(verdict.faults.join(' ')).toContain(why);
  });

  it('is not when a forger signed for the rest', async () => {
    const forger = await newKey('key-2');
    const forged = { ...whole, cold_chain: await coldChain(chain, cold_chain, forger) };
    expect(exitCode(await verifyBundle(forged, trust))).toBe(1);
  });
});

describe('a proof of custody that says that a cold chain was expected', () => {
  const proofSaying = (cold_chain_expected?: boolean) =>
    bundleOf(
      cut,
      key,
      cold_chain_expected === undefined ? {} : { fields: { cold_chain_expected } },
    );

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

  const [first, ...others] = readings;
  const altered = (change: object) => ({ readings: [{ ...first, ...change }, ...others] });
  it.each<[string, object, string]>([
    ['a temperature was altered', altered({ temperature_c: 4.2 }), 'one was altered'],
    ['a time was altered', altered({ at: '2026-11-02T08:30:00.001Z' }), 'one was altered'],
    ['a probe was altered', altered({ device_id: 'probe-3' }), 'one was altered'],
    ['a calibration was altered', altered({ calibrated_until: '2030-01-01' }), 'one was altered'],
    ['one was left out', { readings: others }, 'left out'],
    ['one stands there twice', { readings: [first, ...readings] }, 'added'],
    ['all are gone', { readings: [] }, 'left out'],
    ['one has more to say', altered({ note: 'ok' }), 'Reading 1 is not'],
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
    const colder = await coldChain(chain, { ...cold_chain, max_c: 7.9 });
    expect((await verifyReadings({ ...bundle, ...colder }, trust)).faults[0]).toContain('warmer');
  });

  it('has the digest that sha256sum computes of the text in the README', () => {
    const [one] = readings;
    expect(one && readingsDigest([one])).toBe(
      'sha256:7df57bd7d4394b519afc4bd1e37effe2fe74b2b87f9078dac67263b18f9a200b',
    );
  });
});
