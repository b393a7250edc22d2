/**
 * Attacks on a log in memory, beside storage.test.ts on the tables of a running environment: an
 * entry that is logged twice, which the tables refuse, attacks on a device's signature, and those
 * that nothing catches.
 */
import { parsePolicy } from '@svc/proof/log/policy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Draft, delivery } from '../../packages/proof/test/verify/bundles.ts';
import { type SignedChain, signedChain } from './signed-chain.ts';
import { createWorld, entriesOf, type World } from './world.ts';

let world: World;
const erasure = `{"at":"2026-11-02T07:00:00.000Z","chain":"hmac-sha256:${'1'.repeat(64)}","type":"erasure","v":1}`;
const shifted = delivery.map((each) => ({ ...each, seal: each.seal && 'SL-00666' }));

beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

/** Logs the entries, and has the witness cosign. */
const log = async (...entries: string[]) => {
  world.files.entries.push(...entries);
  await world.integrate();
  expect(await world.askWitness()).toBe(200);
};

it('the auditor catches an entry that is logged twice', async () => {
  await log(erasure);
  const kept = world.files.checkpoint;
  expect(await world.audit([kept])).toEqual([]);
  await log(erasure);
  expect((await world.audit([kept])).join(' ')).toContain('Entry 1 repeats entry 0');
});

describe('the verifier catches, hashed, certified, logged and cosigned anew', () => {
  const attacks: [string, (chain: SignedChain) => Draft[] | Promise<Draft[]>][] = [
    ['an event that a device signed, edited', ({ edited }) => edited],
    ['a signature of another event', ({ moved }) => moved],
    ['a signature of another job', ({ ofAnotherJob }) => ofAnotherJob],
    ['a signature that is used again', ({ replayed }) => replayed],
    ['another key in the place of the device’s', ({ otherKey }) => otherKey],
  ];
  it.each(attacks)('the attack that consists in: %s', async (_, change) => {
    const chain = await signedChain();
    const honest = await world.certify(chain.drafts);
    await log(...(await entriesOf(honest, world.files.key)));
    expect(await world.verify(await world.withProofs(honest))).toBe('verified');
    const forged = await world.certify(await change(chain));
    await log(...(await entriesOf(forged, world.files.key)));
    expect(await world.verify(await world.withProofs(forged))).toBe('tampered');
  });
});

describe('the verifier, and the auditor with the bundle, catch', () => {
  const earlier = '"at":"2026-11-01T20:00:00.000Z"';
  const attacks: [string, (entries: string[]) => string[], RegExp][] = [
    [
      'a certificate that is logged with another time than it states',
      (all) => all.map((each) => each.replace(/"at":"[^"]+"(?=,"certificate")/, earlier)),
      /is in the log as one of 2026-11-01T/,
    ],
    [
      'a key that is logged after its first use',
      ([key = '', ...others]) => [...others, key],
      /is logged after a certificate that it signed/,
    ],
  ];
  it.each(attacks)('the attack that consists in: %s', async (_, change, finding) => {
    const made = await world.certify();
    const honest = await entriesOf(made, world.files.key);
    const entries = change(honest);
    expect(entries).not.toEqual(honest);
    await log(...entries);
    const bundle = await world.withProofs(made, entries);
    expect(await world.verify(bundle)).toBe('tampered');
    expect((await world.audit([], [{ name: 'chain', bundle }])).join(' ')).toMatch(finding);
  });
});

it('the verifier catches a cosignature that is forged', async () => {
  const made = await world.certify();
  await log(...(await entriesOf(made, world.files.key)));
  expect(await world.verify(await world.withProofs(made))).toBe('verified');
  const line = world.files.checkpoint.trimEnd().split('\n').at(-1) ?? '';
  const bytes = Buffer.from(line.split(' ').at(-1) ?? '', 'base64');
  // Its time, in seconds: 4 bytes of the key's id are in front of it.
  bytes.writeUInt8(bytes.readUInt8(11) ^ 1, 11);
  const forged = line.replace(/\S+$/, bytes.toString('base64'));
  world.files.checkpoint = world.files.checkpoint.replace(line, forged);
  expect(await world.verify(await world.withProofs(made))).toBe('tampered');
});

describe('not caught', () => {
  it('is what was rewritten before any witness cosigned and anybody kept a copy', async () => {
    const made = await world.certify(shifted);
    await log(...(await entriesOf(made, world.files.key)));
    expect(await world.verify(await world.withProofs(made))).toBe('verified');
    expect(await world.audit([])).toEqual([]);
    expect(world.alarms).toEqual([]);
  });

  it('is a fork under a policy that demands no witness', async () => {
    await log(...(await entriesOf(await world.certify(), world.files.key)));
    const made = await world.certify(shifted);
    world.files.entries = await entriesOf(made, world.files.key);
    await world.integrate();
    const bundle = await world.withProofs(made);
    expect(await world.verify(bundle)).toBe('not_logged');
    expect(await world.verify(bundle, world.carrier.jwks, parsePolicy(world.lonePolicy))).toBe(
      'verified',
    );
  });
});
