import { describe, expect, it } from 'vitest';
import { isPublicProof } from '../../src/verify/bundle-parser.ts';
import { exitCode } from '../../src/verify/outcome.ts';
import { verifyPublicProof } from '../../src/verify/public-proof.ts';
import { reportPublicProof } from '../../src/verify/report.ts';
import { bundleOf, chain, copyOf, good, key, publicProofOf, trust } from './bundles.ts';
import { log, loggedBundle, policy, publicLogOf, withoutWitness } from './test-log.ts';

const proof = publicProofOf(good);
const { certificate, events } = proof;
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
  const edited = (change: object) => ({ events: [{ ...first, ...change }, ...rest] });
  const issued_at = '2026-01-01T00:00:00.000Z';
  const resealed = events.map((each) => ({ ...each, seal: each.seal && 'SL-99999' }));
  const rehashed = [...events.slice(0, 5), { ...events[5], hash: other }];
  it.each<[string, object, string]>([
    ['an event is missing', { events: rest }, 'Event 1: here stands event 2'],
    ['the end is missing', { events: events.slice(0, 5) }, 'speaks of 6 events, here are 5'],
    ['there are none', { events: [] }, 'here are 0'],
    ['it holds no events', { events: 'none' }, 'holds no events'],
    ['an event was replaced', edited({ hash: other }), 'Event 2: the event before it is not'],
    ['its last hash was replaced', { events: rehashed }, 'another chain'],
    ['its seal was replaced', { events: resealed }, 'another seal'],
    ['an event says more', edited({ note: 'ok' }), 'Event 1: it is not what an event must be'],
    [
      'the certificate was changed',
      { certificate: { ...certificate, issued_at } },
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
  const whole = loggedBundle(good, key, log).then((bundle) => bundle.log);
  const logged = async (...types: string[]) => ({
    ...proof,
    log: publicLogOf(copyOf(await whole), types.length > 0 ? types : undefined),
  });

  const verdictOn = (file: Record<string, unknown>) =>
    verifyPublicProof(file, { ...trust, policy });

  it('is proved to be logged with certificate and key, and known by nobody without a policy', async () => {
    const verdict = await verdictOn(await logged());
    expect(verdict).toMatchObject({
      outcome: 'contents_withheld',
      faults: [],
      log: { status: 'proved', witnesses: ['a', 'b'], checkpoint: { signed: true, quorum: true } },
    });
    expect(reportPublicProof(verdict)).toContain('log          proved');
    const without = await verifyPublicProof(await logged(), trust);
    expect(without).toMatchObject({ outcome: 'contents_withheld', log: { status: 'no_policy' } });
  });

  it.each([
    ['a log', async () => proof, /nothing of a log/],
    ['its key', () => logged('certificate'), /signing key is not proved/],
    ['its certificate', () => logged('key'), /certificate is not proved/],
  ])('is not proved to be logged without %s, or a quorum', async (_how, make, missing) => {
    const verdict = await verdictOn(await make());
    expect(exitCode(verdict)).toBe(7);
    expect(verdict.log.missing.join(' ')).toMatch(missing);
    expect(await verdictOn(withoutWitness(await logged()))).toMatchObject({
      outcome: 'not_logged',
      log: { status: 'not_accepted', checkpoint: { signed: true, quorum: false } },
    });
  });

  const another = async () => {
    const fields = { issued_at: '2026-11-02T07:00:00.000Z' };
    const { certificate: certified, certificate_jws } = await bundleOf(chain, key, { fields });
    return { ...(await logged()), certificate: certified, certificate_jws };
  };
  it.each([
    ['an entry of a chain', () => logged('key', 'certificate', 'chain'), 'another chain'],
    ['the entry of another certificate', another, 'replaced or left out'],
  ])('is tampered with when it has %s', async (_what, make, why) => {
    const verdict = await verdictOn(await make());
    expect(verdict.outcome).toBe('tampered');
    expect(verdict.faults.join(' ')).toContain(why);
  });
});
