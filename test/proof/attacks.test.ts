/**
 * Attacks by somebody who holds every file, the carrier's signing key and the log's private key. Each is
 * caught by the verifier, the auditor or the witness; docs/proof.md has the table.
 */
import { parseSignedCheckpoint } from '@svc/tlog/checkpoint';
import { parsePolicy } from '@svc/tlog/policy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { delivery, newKey } from '../../packages/verify/test/bundles.ts';
import { createWorld, entriesOf, type World } from './world.ts';

let world: World;
/** What the laboratory has, and the checkpoint that an auditor kept. */
let given: Awaited<ReturnType<World['withProofs']>>;
let kept: string;

const erasure = (n: number): string =>
  `{"at":"2026-11-02T07:00:00.000Z","chain":"hmac-sha256:${String(n).repeat(64)}","type":"erasure","v":1}`;
const shifted = delivery.map((each) => ({ ...each, seal: each.seal && 'SL-00666' }));

beforeEach(async () => {
  world = await createWorld();
  const made = await world.certify();
  world.files.entries.push(erasure(1), ...(await entriesOf(made, world.files.key)), erasure(2));
  await world.integrate();
  expect(await world.askWitness()).toBe(200);
  given = await world.withProofs(made);
  kept = world.files.checkpoint;
  world.later(48);
});
afterEach(() => world.close());

it('nothing is reported where nobody attacks', async () => {
  expect(await world.verify(given)).toBe('verified');
  world.files.entries.push(erasure(3));
  await world.integrate();
  expect(await world.askWitness()).toBe(200);
  expect(await world.audit([kept], [{ name: 'chain', bundle: given }])).toEqual([]);
  expect(world.alarms).toEqual([]);
});

describe('the verifier catches', () => {
  const chains: [string, typeof delivery][] = [
    ['an edited event', shifted],
    ['a deleted event', delivery.toSpliced(3, 1)],
    ['events in another order', [0, 1, 3, 2, 4, 5].flatMap((n) => delivery.slice(n, n + 1))],
    ['an inserted event', delivery.toSpliced(2, 0, ...delivery.slice(1, 2))],
    ['a tail that was cut off', delivery.slice(0, 4)],
  ];
  it.each(chains)('%s, certified anew', async (_, drafts) => {
    const made = await world.certify(drafts);
    expect(await world.verify({ ...made, log: given.log })).toBe('tampered');
    expect(await world.verify(await world.withProofs(made))).toBe('not_logged');
  });

  it('a certificate that was replaced', async () => {
    const made = await world.certify(delivery, { issued_at: '2026-11-02T07:30:00.000Z' });
    expect(await world.verify({ ...made, log: given.log })).toBe('tampered');
    expect(await world.verify(await world.withProofs(made))).toBe('not_logged');
  });

  it('a key that was replaced and published', async () => {
    world.files.key = await newKey('key-2');
    const made = await world.certify();
    const bundle = await world.withProofs(made);
    expect(await world.verify(bundle, { keys: [world.files.key.jwk] })).toBe('not_logged');
  });

  it('a log that one reader alone is shown', async () => {
    const made = await world.certify(shifted);
    world.files.entries = [erasure(1), ...(await entriesOf(made, world.files.key))];
    await world.integrate();
    expect(await world.verify(await world.withProofs(made))).toBe('not_logged');
  });

  it('a cosignature that was moved to another checkpoint', async () => {
    const line = kept.trimEnd().split('\n').at(-1);
    const made = await world.certify(shifted);
    world.files.entries = await entriesOf(made, world.files.key);
    await world.integrate();
    world.files.checkpoint += `${line}\n`;
    expect(await world.verify(await world.withProofs(made))).toBe('tampered');
  });

  it('an index that was used again', async () => {
    const made = await world.certify(shifted);
    const entries = await entriesOf(made, world.files.key);
    const log = {
      ...given.log,
      entries: given.log.entries.map((each, n) => ({ ...each, entry: entries[n] })),
    };
    expect(await world.verify({ ...made, log })).toBe('tampered');
  });
});

/** The attacker computes the whole log anew from changed entries, and signs it. */
const rewrite = async (change: (entries: string[]) => string[]) => {
  world.files.entries = change(world.files.entries);
  await world.integrate();
};

describe('witness and auditor catch', () => {
  const rewritten: [string, (entries: string[]) => string[], string][] = [
    ['an entry that was edited', (all) => all.with(1, erasure(7)), 'fork'],
    [
      'an entry that was dropped and another appended',
      (all) => [...all.toSpliced(2, 1), erasure(7)],
      'fork',
    ],
    ['entries in another order', (all) => all.toReversed(), 'fork'],
    ['a log rolled back', (all) => all.slice(0, 2), 'rollback'],
    [
      'a larger log of another history',
      (all) => [erasure(9), ...all, erasure(8)],
      'not consistent',
    ],
  ];
  it.each(rewritten)('%s', async (_, change, alarm) => {
    await rewrite(change);
    expect(await world.askWitness()).not.toBe(200);
    expect(world.alarms).toEqual([alarm]);
    expect((await world.audit([kept])).join(' ')).toMatch(/Rollback|a signed checkpoint says/);
  });
});

describe('the auditor catches', () => {
  const append = async (...entries: string[]) => {
    world.files.entries.push(...entries);
    await world.integrate();
    expect(await world.askWitness()).toBe(200);
  };

  it('a second history of a chain, logged later', async () => {
    await append(...(await entriesOf(await world.certify(shifted), world.files.key)));
    const findings = await world.audit([kept]);
    expect(findings.join(' ')).toContain('two histories of one chain');
  });

  it('an entry with a time of long ago', async () => {
    await append(erasure(3).replace('2026-11-02', '2026-11-09'), erasure(4));
    expect((await world.audit([kept])).join(' ')).toContain('backdated');
  });

  it('an entry that is logged twice', async () => {
    await append(erasure(1));
    expect((await world.audit([kept])).join(' ')).toContain('Entry 7 repeats entry 0');
  });

  it('a tile that is not that of its entries', async () => {
    const path = 'tile/0/000.p/7';
    const tile = world.files.tiles.get(path) ?? new Uint8Array(0);
    world.files.tiles.set(path, tile.with(0, (tile[0] ?? 0) ^ 1));
    expect((await world.audit([kept])).join(' ')).toMatch(/tile\/0\/000.* is not the tile/);
  });

  it('a hand-over that was never logged, with the export of the tenant', async () => {
    const made = await world.certify([...delivery, ...delivery.slice(4, 5)]);
    const bundle = { ...made, log: given.log };
    const findings = await world.audit([kept], [{ name: 'chain', bundle }]);
    expect(findings.join(' ')).toContain('event 7 (scanned) is not in the log');
    expect(findings.join(' ')).toContain('a certificate is not in the log');
  });

  it('an event that the log has and the chain has no more', async () => {
    const bundle = { ...(await world.certify(delivery.slice(0, 4))), log: given.log };
    const findings = await world.audit([kept], [{ name: 'chain', bundle }]);
    expect(findings.join(' ')).toContain('the chain ends before');
  });
});

describe('not caught', () => {
  it('is what was rewritten before any witness cosigned and anybody kept a copy', async () => {
    const fresh = await createWorld();
    const made = await fresh.certify(shifted);
    fresh.files.entries.push(...(await entriesOf(made, fresh.files.key)));
    await fresh.integrate();
    expect(await fresh.askWitness()).toBe(200);
    expect(await fresh.audit([])).toEqual([]);
    expect(parseSignedCheckpoint(fresh.files.checkpoint).checkpoint.size).toBe(5);
    await fresh.close();
  });

  it('is a fork under a policy that demands no witness', async () => {
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
