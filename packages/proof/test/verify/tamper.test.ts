import { CompactSign } from 'jose';
import { describe, expect, it } from 'vitest';
import { exitCode, verifyBundle } from '../../src/verify/bundle.ts';
import {
  bundleOf,
  chain,
  chainOf,
  delivery,
  good,
  job,
  key,
  newKey,
  recordOf,
  trust,
} from './bundles.ts';

const forger = await newKey('key-1');

/** The verdict on the good bundle after a change, under the carrier's keys. */
const after = (change: object) => verifyBundle({ ...good, ...change }, trust);

describe('a certificate whose signed form alone', () => {
  it.each([
    ['names another issuer', { iss: 'https://other.example' }, "certificate's iss"],
    ['names no issuer', { iss: undefined }, "certificate's iss"],
    ['names another time', { iat: 1_793_610_121 }, "certificate's iat"],
    ['names a time in words', { iat: 'today' }, "certificate's iat"],
  ])('%s is not believed by the verifier', async (_what, signed, fault) => {
    const verdict = await verifyBundle(await bundleOf(chain, key, { signed }), trust);
    expect(verdict).toMatchObject({ verified: false, outcome: 'tampered' });
    expect(verdict.faults.join()).toContain(fault);
  });
});

describe('an untouched bundle', () => {
  it('is verified, and says what it proves', async () => {
    const verdict = await verifyBundle(good, trust);
    expect(verdict).toMatchObject({
      verified: true,
      job,
      events: delivery.length,
      seal: 'SL-00042',
      chain: 'ok',
      certificate: { id: 'POC-0123456789', signature: 'ok', matches_chain: true },
      signer: { status: 'verified', kid: 'key-1' },
      faults: [],
    });
  });

  it('is verified by the thumbprint of the key in it, and unverified without keys', async () => {
    const verdict = await verifyBundle(good);
    expect(exitCode(verdict)).toBe(2);
    expect(verdict.signer.status).toBe('unverified');
    const thumbprint = verdict.signer.thumbprint ?? '';
    expect(exitCode(await verifyBundle(good, { thumbprint }))).toBe(0);
  });

  it('is not believed when another key is trusted', async () => {
    const others = [
      { jwks: { keys: [{ ...key.jwk, kid: 'key-2' }] } },
      { jwks: { keys: [] } },
      { thumbprint: 'V8fFiVscaKlZ_62nrKa7OADxp4sMf7ktoRXzKPzeTR0' },
    ];
    for (const other of others) {
      const verdict = await verifyBundle(good, other);
      expect(verdict, 'the signature is good, and of a stranger').toMatchObject({
        verified: false,
        outcome: 'other_signer',
        certificate: { signature: 'ok' },
        signer: { status: 'untrusted', kid: 'key-1' },
      });
      expect(exitCode(verdict)).toBe(6);
    }
    const sameName = await verifyBundle(good, { jwks: { keys: [forger.jwk] } });
    expect(sameName).toMatchObject({ verified: false, certificate: { signature: 'bad' } });
    expect(exitCode(sameName)).toBe(1);
    const unnamed = await verifyBundle({ ...good, jwks: { keys: [] } }, { jwks: { keys: [] } });
    expect(unnamed).toMatchObject({ certificate: { signature: 'unchecked', matches_chain: null } });
    expect(exitCode(unnamed)).toBe(6);
  });
});

describe('a forgery', () => {
  it('made anew with a key of its own is not believed under the keys of the carrier', async () => {
    const rewritten = chainOf(
      job.id,
      delivery.map((each) => ({ ...each, seal: each.seal && 'SL-99999' })),
    );
    const forged = await bundleOf(rewritten, forger);
    expect(exitCode(await verifyBundle(forged))).toBe(2);
    expect(exitCode(await verifyBundle(forged, trust))).toBe(1);
    const { signer } = await verifyBundle(good);
    const byThumbprint = await verifyBundle(forged, { thumbprint: signer.thumbprint ?? '' });
    expect(exitCode(byThumbprint), 'it is whole, and of another signer').toBe(6);
  });

  it('signed by the carrier for another purpose is not believed', async () => {
    expect(exitCode(await verifyBundle(await bundleOf(chain, key, { typ: 'at+jwt' }), trust))).toBe(
      1,
    );
  });

  it('that names no signature algorithm, or a weaker one, is not believed', async () => {
    const [, payload] = good.certificate_jws.split('.');
    const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');
    const typ = 'svc-certificate+jwt';
    const symmetric = await new CompactSign(Buffer.from(payload ?? '', 'base64url'))
      .setProtectedHeader({ alg: 'HS256', typ, kid: 'key-1' })
      .sign(Buffer.from(JSON.stringify(key.jwk)));
    for (const jws of [`${header({ alg: 'none', typ, kid: 'key-1' })}.${payload}.`, symmetric]) {
      const verdict = await after({ certificate_jws: jws });
      expect(verdict.certificate.signature).toBe('bad');
    }
  });
});

describe('a certificate', () => {
  it('without its signed form is not believed', async () => {
    const verdict = await after({ certificate_jws: null });
    expect(verdict).toMatchObject({ verified: false, certificate: { signature: 'none' } });
    expect(exitCode(verdict)).toBe(1);
  });

  it('that names another seal than its chain is not believed', async () => {
    const custody = { ...good.certificate.custody, seal: 'SL-99999' };
    const verdict = await verifyBundle(await bundleOf(chain, key, { fields: { custody } }), trust);
    expect(verdict.faults).toEqual(['The certificate speaks of another seal.']);
    expect(exitCode(verdict)).toBe(1);
  });

  it('cannot be left out; left out in both forms, nobody signed for the chain', async () => {
    expect(exitCode(await after({ certificate: null }))).toBe(1);
    expect(exitCode(await after({ certificate: null, certificate_jws: null }))).toBe(2);
  });

  it('may name related ones that came later', async () => {
    const certificate = { ...good.certificate, related: ['PCC-0123456789'] };
    expect(exitCode(await after({ certificate }))).toBe(0);
  });

  it('that was replayed for a chain of the same job is not about this one', async () => {
    const verdict = await after({ custody: recordOf(chain.slice(0, 3)) });
    expect(verdict).toMatchObject({ chain: 'ok', certificate: { matches_chain: false } });
    expect(verdict.faults[0]).toMatch(/6 events, here are 3: events were cut off/);
  });
});

describe('what is no bundle', () => {
  it.each([
    ['nothing', undefined, 5],
    ['a list', [], 5],
    ['keys', { keys: [key.jwk] }, 5],
    ['another format', { ...good, format: 'svc.custody.bundle.v2' }],
    ['without a job', { ...good, job: null }],
    ['without a chain', { ...good, custody: { events: {} } }],
    ['with a certificate that is none', { ...good, certificate: 'POC-1' }],
    ['with a signature that is none', { ...good, certificate_jws: 7 }],
    ['with texts that are none', { ...good, custody: { ...good.custody, texts: {} } }],
  ])('is refused as no bundle: %s', async (_what, bundle, code = 1) => {
    expect(exitCode(await verifyBundle(bundle, trust))).toBe(code);
  });

  it('may hold no keys at all', async () => {
    expect(exitCode(await verifyBundle({ ...good, jwks: null }, trust))).toBe(0);
    expect(exitCode(await verifyBundle({ ...good, jwks: null }))).toBe(1);
  });
});
