import { readFile } from 'node:fs/promises';
import type { JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { type BundleVerdict, exitCode, verifyBundle } from '../../src/verify/bundle.ts';
import { type CanonicalEvent, canonicalText, hashEvent } from '../../src/verify/event.ts';
import { commitment } from '../../src/verify/texts.ts';

const read = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'));

interface HashVector {
  name: string;
  event: CanonicalEvent;
  canonical: string;
  hash: string;
}
interface BundleVector {
  name: string;
  bundle: unknown;
  expected: {
    exit_code: number;
    exit_code_without_keys: number;
    chain: 'ok' | { rule: string; place: number };
    signature: string;
    matches_chain: boolean | null;
    signer: string;
  };
}
const hashes: HashVector[] = await read('hashes');
const bundles: BundleVector[] = await read('bundles');
const commitments: { name: string; salt: string; text: string; commitment: string }[] =
  await read('commitments');
const jwks: { keys: JWK[] } = await read('keys');

it.each(hashes)('the published hash of $name is computed again', ({ event, canonical, hash }) => {
  expect(canonicalText(event)).toBe(canonical);
  expect(hashEvent(event)).toBe(hash);
});

it.each(commitments)('the published commitment of $name is made again', (published) => {
  expect(commitment(published.salt, published.text)).toBe(published.commitment);
});

describe('the published bundles', () => {
  it.each(bundles)('of $name get the verdict that is published', async ({ bundle, expected }) => {
    const verdict = await verifyBundle(bundle, { jwks });
    const { exit_code_without_keys, ...published } = expected;
    expect(shortOf(verdict)).toEqual(published);
    expect(exitCode(await verifyBundle(bundle))).toBe(exit_code_without_keys);
  });

  it('include the one to try the command with', async () => {
    expect(await read('bundle')).toEqual(bundles.find(({ name }) => name === 'valid')?.bundle);
  });
});

function shortOf(verdict: BundleVerdict) {
  const { chain, certificate, signer } = verdict;
  return {
    exit_code: exitCode(verdict),
    chain: chain === 'ok' ? chain : { rule: chain.rule, place: chain.place },
    signature: certificate.signature,
    matches_chain: certificate.matches_chain,
    signer: signer.status,
  };
}
