import { describe, expect, it } from 'vitest';
import { isPublicProof } from '../src/bundle-parser.ts';
import { exitCode } from '../src/outcome.ts';
import { verifyPublicProof } from '../src/public-proof.ts';
import { reportPublicProof } from '../src/report.ts';
import { bundleOf, chainOf, copyOf, delivery, job, newKey } from './bundles.ts';
import { createTestLog, loggedBundle, policyOf } from './test-log.ts';

const key = await newKey('key-1');
const trust = { jwks: { keys: [key.jwk] } };
const chain = chainOf(job.id, delivery);
const bundle = await bundleOf(chain, key);
const { certificate, certificate_jws, jwks } = bundle;
const log = await createTestLog();
const events = chain.map(({ seq, at, type, seal, prev_hash, hash }) => ({
  seq,
  at,
  type,
  seal,
  prev_hash,
  hash,
}));
const proof = {
  format: 'svc.custody.proof.v1',
  certificate,
  certificate_jws,
  events,
  chain_intact: true,
  cold_chain_certificate: null,
  jwks,
};
const other = `sha256:${'5a'.repeat(32)}`;

describe('a public proof', () => {
  it('has a verdict of its own: signature and links hold, contents are withheld', async () => {
    const verdict = await verifyPublicProof(copyOf(proof), trust);
    expect(verdict).toMatchObject({
      outcome: 'contents_withheld',
      events: 6,
      certificate: { id: 'POC-0123456789', signature: 'ok' },
      signer: { status: 'verified' },
      faults: [],
    });
    expect(exitCode(verdict)).toBe(4);
    expect(reportPublicProof(verdict)).toMatch(/^SIGNATURE AND LINKS HOLD/);
  });

  it('of before its format was named is known by its members', async () => {
    const { format: _, cold_chain_certificate: __, ...old } = proof;
    expect(isPublicProof(old)).toBe(true);
    expect(exitCode(await verifyPublicProof(old, trust))).toBe(4);
  });

  it('has a signer that is not known, or another one', async () => {
    expect(exitCode(await verifyPublicProof(proof))).toBe(2);
    expect(exitCode(await verifyPublicProof(proof, { thumbprint: 'mistyped' }))).toBe(6);
  });

  const [first, ...rest] = events;
  it.each<[string, object, string]>([
    ['an event is missing', { events: rest }, 'Event 1: here stands event 2'],
    ['the end is missing', { events: events.slice(0, 5) }, 'speaks of 6 events, here are 5'],
    ['there are none', { events: [] }, 'here are 0'],
    ['it holds no events', { events: 'none' }, 'holds no events'],
    [
      'an event was replaced',
      { events: [{ ...first, hash: other }, ...rest] },
      'Event 2: the event before it is not the one',
    ],
    [
      'its last hash was replaced',
      { events: events.map((each) => (each.seq === 6 ? { ...each, hash: other } : each)) },
      'another chain',
    ],
    [
      'its seal was replaced',
      { events: events.map((each) => ({ ...each, seal: each.seal && 'SL-99999' })) },
      'another seal',
    ],
    [
      'an event says more',
      { events: [{ ...first, note: 'ok' }, ...rest] },
      'Event 1: it is not what an event must be',
    ],
    [
      'the certificate was changed',
      { certificate: { ...certificate, issued_at: '2026-01-01T00:00:00.000Z' } },
      "certificate's issued_at is not as it was signed",
    ],
    ['the signature was taken away', { certificate_jws: null }, 'not signed'],
    ['the signature is none', { certificate_jws: 7 }, 'signed certificate is none'],
    ['the carrier found it altered', { chain_intact: false }, 'The carrier itself found'],
  ])('is tampered with when %s', async (_what, change, why) => {
    const verdict = await verifyPublicProof({ ...proof, ...change }, trust);
    expect(exitCode(verdict)).toBe(1);
    expect(verdict.faults.join(' ')).toContain(why);
  });
});

describe('a public proof in the log', () => {
  const whole = loggedBundle(bundle, key, log).then((logged) => logged.log);
  /** Entries of the chain would name it to those who know its salt, and are not in it. */
  const logged = async (types = ['key', 'certificate']) => {
    const { salt: _, entries, ...part } = copyOf(await whole);
    const own = entries.filter(({ entry }) => types.includes(JSON.parse(entry).type));
    return { ...proof, log: { ...part, entries: own } };
  };
  const policy = policyOf(log);

  it('is proved to be logged, with certificate and key', async () => {
    const verdict = await verifyPublicProof(await logged(), { ...trust, policy });
    expect(verdict).toMatchObject({
      outcome: 'contents_withheld',
      faults: [],
      log: { status: 'proved', witnesses: ['a', 'b'], checkpoint: { signed: true, quorum: true } },
    });
    expect(reportPublicProof(verdict)).toContain('log          proved');
  });

  it('is known by nobody without a policy', async () => {
    const verdict = await verifyPublicProof(await logged(), trust);
    expect(verdict).toMatchObject({ outcome: 'contents_withheld', log: { status: 'no_policy' } });
  });

  it.each([
    ['without a log', async () => proof, /nothing of a log/],
    ['without its key', () => logged(['certificate']), /signing key is not proved/],
    ['without its certificate', () => logged(['key']), /certificate is not proved/],
  ])('is not proved to be logged %s', async (_how, make, missing) => {
    const verdict = await verifyPublicProof(await make(), { ...trust, policy });
    expect(exitCode(verdict)).toBe(7);
    expect(verdict.log.missing.join(' ')).toMatch(missing);
  });

  it('is not accepted by a policy whose quorum did not cosign', async () => {
    const given = await logged();
    for (const each of given.log.entries) {
      each.proof = each.proof?.replace(/\u2014 b\.example [^\n]+\n$/, '') ?? null;
    }
    const verdict = await verifyPublicProof(given, { ...trust, policy });
    expect(verdict).toMatchObject({
      outcome: 'not_logged',
      log: { status: 'not_accepted', checkpoint: { signed: true, quorum: false } },
    });
  });

  it.each([
    ['an entry of a chain', () => logged(['key', 'certificate', 'chain']), 'another chain'],
    [
      'the entry of another certificate',
      async () => ({ ...(await logged()), ...(await another()) }),
      'replaced or left out',
    ],
  ])('is tampered with when it has %s', async (_what, make, why) => {
    const verdict = await verifyPublicProof(await make(), { ...trust, policy });
    expect(verdict.outcome).toBe('tampered');
    expect(verdict.faults.join(' ')).toContain(why);
  });

  async function another() {
    const fields = { issued_at: '2026-11-02T07:00:00.000Z' };
    const { certificate: other, certificate_jws: jws } = await bundleOf(chain, key, { fields });
    return { certificate: other, certificate_jws: jws };
  }
});
