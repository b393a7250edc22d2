/** Two witnesses as programs of their own, under a policy that demands both. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, bookedJob, bundle } from '@svc/contracts';
import { until } from '@svc/devnet';
import { heldClock } from '@svc/kit/clock';
import { decrypt } from '@svc/kit/encryption';
import { utf8 } from '@svc/proof/log/bytes';
import { parseSignedCheckpoint, signCheckpoint } from '@svc/proof/log/checkpoint';
import { hashLeaf } from '@svc/proof/log/merkle';
import { parseSecret } from '@svc/proof/log/note-key';
import { parsePolicy } from '@svc/proof/log/policy';
import { formatSubmission } from '@svc/proof/log/submission';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { logEntryText } from '@svc/proof/verify/log-entry';
import type { LogStatus } from '@svc/proof/verify/log-verdict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assign, collect, deliver, deskOf, noProof, seal } from '../journeys/desk.ts';
import { resource } from '../journeys/http.ts';
import { isLogged, offlineVerdict } from '../journeys/offline-verdict.ts';
import { bookingOf, type Tenant } from '../journeys/tenants.ts';
import { startWorld, type World } from '../journeys/world.ts';
import { audit } from './audit-program.ts';
import { attack, rewriteLog } from './storage/attacker.ts';
import { prepareWitness, type WitnessProgram } from './witness-program.ts';

const deadline = { timeoutMs: 60_000, everyMs: 100 };
/** A witness that did not cosign once is asked again after the first time, and at the latest after the second. */
const [pauseMs, longestPauseMs] = [1_000, 8_000];

/** Of the log alone: it says when a pause is over. */
const clock = heldClock(new Date());
/** Of the jobs alone: it may show days ago. */
const jobsClock = heldClock(new Date());
let folder: string;
let world: World;
let tenant: Tenant;
let witnesses: WitnessProgram[];
let logKey: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witnesses-'));
  witnesses = await Promise.all(['a.example', 'b.example'].map((n) => prepareWitness(folder, n)));
  world = await startWorld({
    clocks: { log: clock, jobs: jobsClock },
    env: {
      SVC_LOG_WITNESSES: witnesses.map(({ vkey, address }) => `${vkey} ${address}`).join(),
      SVC_LOG_QUORUM: '2',
    },
  });
  tenant = await world.tenant();
  await startAll();
  const { rows } = await owner().query('select vkey from log.tree');
  logKey = rows[0]?.vkey;
});
afterAll(async () => {
  await world?.stop();
  await Promise.all((witnesses ?? []).map(({ kill }) => kill()));
  await rm(folder, { recursive: true, force: true });
});

const owner = () => world.stage.owner;
const desk = () => deskOf(world.stage, tenant.id);
const publishedNote = async () => (await fetch(`${logUrl()}/checkpoint`)).text();
const logUrl = () => `${world.stage.publicUrl}/log`;
const startAll = async () => {
  await Promise.all(witnesses.map(({ start }) => start(logUrl())));
  clock.advanceMs(longestPauseMs);
};

/** The keys of log and witnesses as the readers have them, with these last lines. */
const policyOf = (quorum: string): string =>
  [
    `log ${logKey}`,
    ...witnesses.map(({ name, vkey }) => `witness ${name} ${vkey}`),
    quorum,
    '',
  ].join('\n');
const both = () => policyOf('group both all a.example b.example\nquorum both');

async function bookOne(key: string): Promise<string> {
  const body = { ...bookingOf(tenant), requirements: noProof };
  return resource(await tenant.send('POST /jobs', { key, body }), 201, bookedJob).id;
}
async function deliverOne(key: string): Promise<string> {
  const id = await bookOne(key);
  await deliver(desk(), id);
  return id;
}

const provedBundle = (id: string, policy?: string) => bundleWith(id, 'proved', policy);
/** The bundle, once the verdict on its log under the policy is this one. */
const bundleWith = (id: string, status: LogStatus, policy = both()) =>
  until(
    async () => {
      const answer = await tenant.send(`GET /jobs/${id}/custody/bundle`);
      if (answer.status !== 200) return undefined;
      const given = resource(answer, 200, bundle);
      const { log } = await verifyBundle(given, { jwks: given.jwks, policy: parsePolicy(policy) });
      return log.status === status ? given : undefined;
    },
    { ...deadline, what: `a log that is ${status}` },
  );

/** As the reader's own program ends on the file, without a network. */
const read = (given: unknown, policy = both()) =>
  offlineVerdict(world.stage.publicUrl, given, policy);
async function expectProved(given: unknown): Promise<void> {
  const { out, code } = await read(given);
  expect(out).toMatch(isLogged);
  expect(out).toContain('witnesses    a.example, b.example\n');
  // Custody is verified; the cold chain is certified later.
  expect(code).toBe(2);
}

it('a proof that both cosigned passes offline under a policy that demands both', async () => {
  await expectProved(await provedBundle(await deliverOne('a')));
});

it('with one away the log goes on; its proofs pass once that one is back, and not before', async () => {
  const [, away] = witnesses;
  await away?.kill();
  const id = await deliverOne('b');
  const lone = policyOf('quorum a.example');
  const early = await provedBundle(id, lone);
  expect((await read(early, lone)).code).toBe(2);
  const { out, code } = await read(early);
  expect(out).toMatch(/^log {10}not accepted: .* too few witnesses cosigned/m);
  expect(code).toBe(7);
  // With its key and its memory.
  await away?.start(logUrl());
  clock.advanceMs(longestPauseMs);
  await expectProved(await provedBundle(id));
  expect(await away?.output()).not.toContain('not cosigned');
});

describe('the erasure of a recipient', () => {
  const person = 'Quillon Vexworthy';
  let kept: Bundle;
  let fetched: Bundle;
  let id: string;
  beforeAll(async () => {
    id = await bookOne('erased');
    await collect(desk(), id);
    const scan = { seal, parcels_scanned: 1, location: 'Bay 4, north' };
    await desk().jobs.reachMilestone({ id, type: 'scan', ...scan });
    await desk().jobs.reachMilestone({ id, type: 'deliver', seal, recipient: person });
    kept = await provedBundle(id);
    await desk().custody.eraseProof({ id });
    const isLogged = async () => (await countCovered(`body like '%"type":"erasure"%'`)) === 1;
    await until(isLogged, { ...deadline, what: 'the erasure to be logged and cosigned' });
    fetched = await provedBundle(id);
  });

  it('leaves a bundle of before and one of after proved, offline', async () => {
    expect(JSON.stringify(kept)).toContain('Bay 4, north');
    expect(JSON.stringify(fetched)).not.toContain('Bay 4, north');
    expect(JSON.stringify([kept, fetched])).not.toContain(person);
    await expectProved(kept);
    await expectProved(fetched);
  });

  it('leaves every proof as it was', () => {
    const proofs = ({ log }: Bundle) => new Map(log?.entries.map((e) => [e.entry, e.proof]));
    const [before, after] = [proofs(kept), proofs(fetched)];
    expect(before.size).toBeGreaterThan(3);
    for (const [entry, proof] of before) expect(after.get(entry)).toBe(proof);
    const added = [...after.keys()].filter((entry) => !before.has(entry));
    expect(added).toEqual([]);
  });

  it('leaves the log clean next to both bundles', async () => {
    const chains = join(folder, 'chains');
    await mkdir(chains);
    for (const [name, given] of Object.entries({ kept, fetched })) {
      await writeFile(join(chains, `${name}.json`), JSON.stringify(given));
    }
    const { out, code } = await audit('--log', logUrl(), '--chains', chains);
    expect(out).toContain('chains       2 compared\nCLEAN: nothing contradicts.\n');
    expect(code).toBe(0);
  });
});

it('what a phone without network sends a day and a half later is logged, and reads late', async () => {
  const now = jobsClock.now();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
  jobsClock.set(hoursAgo(48));
  const id = await bookOne('late');
  await assign(desk(), id);
  jobsClock.set(now);
  const reach = desk().jobs.reachMilestone;
  const scanned = { seal, parcels_scanned: 1, box_temperature_c: 4.2 };
  await reach({ id, type: 'collect', ...scanned, at: hoursAgo(40) });
  await reach({ id, type: 'deliver', seal, recipient: 'Reception', at: hoursAgo(36) });
  const given = await bundleWith(id, 'late');
  const { out, code } = await read(given);
  expect(out).toMatch(/^log {10}in a log that you trust, but logged more than a day after/m);
  for (const [type, hours] of Object.entries({ collected: 40, delivered: 36 })) {
    expect(out).toContain(
      `(${type}) is said to be at ${hoursAgo(hours)}; in the log it is proved by`,
    );
  }
  expect(out).toContain('a phone without network: ask the carrier');
  expect(code).toBe(7);
  // An honest delay looks like an entry of long ago: the entries alone do not tell them apart.
  const audited = await audit('--log', logUrl());
  expect(audited.out).toMatch(
    /^finding {6}Entry \d+ states .* before entries in front of it: backdated/m,
  );
  expect(audited.code).toBe(1);
});

/** Resolves when the message is in its output, which a process writes after its answer. */
const logged = (witness: WitnessProgram | undefined, message: string) =>
  until(async () => (await witness?.output())?.includes(message), {
    ...deadline,
    what: `the witness to say: ${message}`,
  });

/** The log's own key, which signs whatever its operator wants. */
async function logSigner() {
  const { rows } = await owner().query('select encrypted_secret from log.tree');
  return parseSecret(decrypt(world.stage.settings.secret, 'log-key', rows[0]?.encrypted_secret));
}

it('one that is shown a fork refuses, says so and keeps it; the log goes on with both', async () => {
  const [other, shown] = witnesses;
  const { size } = parseSignedCheckpoint(await publishedNote()).checkpoint;
  const root = hashLeaf(utf8('another history'));
  const checkpoint = await signCheckpoint({ size, root }, await logSigner());
  const body = formatSubmission({ oldSize: size, hashes: [], checkpoint });
  const answer = await fetch(`${shown?.address}/add-checkpoint`, { method: 'POST', body });
  expect([answer.status, await answer.text()]).toEqual([
    422,
    'The checkpoint is not proved to extend the last one that was cosigned.\n',
  ]);
  await logged(shown, 'the log contradicts itself');
  expect(await shown?.kept('evidence')).toHaveLength(1);
  expect(await other?.output()).not.toContain('the log contradicts itself');
  await expectProved(await provedBundle(await deliverOne('c')));
});

const countCovered = async (condition: string): Promise<number> => {
  const { rows } = await owner().query(
    `select count(*)::int as n from log.entry where ${condition} and leaf_index <
            (select max(size) from log.checkpoint where published_at is not null)`,
  );
  return rows[0]?.n;
};

/** Resolves when a checkpoint that covers one more entry is published. */
async function publishEntry(n: number): Promise<void> {
  const certificate = `sha256:${n.toString(16).padStart(64, '0')}`;
  const at = clock.now().toISOString();
  const text = logEntryText({ v: 1, type: 'certificate', certificate, at });
  await owner().query(
    'insert into log.entry (leaf_hash, body, submitted_at) values ($1, $2, now())',
    [Buffer.from(hashLeaf(utf8(text))), text],
  );
  const isPublished = async () => (await countCovered(`body like '%${certificate}%'`)) === 1;
  await until(isPublished, { ...deadline, what: 'a checkpoint of the entry' });
}

it('a fork that is published while both are left out is refused by both after a second, and halts the log', async () => {
  await attack(owner(), async (rewrite) => {
    await Promise.all(witnesses.map(({ kill }) => kill()));
    await publishEntry(1);
    await Promise.all(witnesses.map(({ start }) => start(logUrl())));
    const { secret } = world.stage.settings;
    await rewrite((db) => rewriteLog(db, secret, (all) => ['{}', ...all]));
    await publishEntry(2);
    clock.advanceMs(pauseMs - 1);
    await publishEntry(3);
    expect(parseSignedCheckpoint(await publishedNote()).note.signatures).toHaveLength(1);
    for (const { output } of witnesses) expect(await output()).not.toContain('not cosigned');
    clock.advanceMs(1);
    const halted = async () => (await owner().query('select halted from log.tree')).rows[0]?.halted;
    expect(await until(halted, { ...deadline, what: 'the log to halt' })).toContain(
      'has cosigned other',
    );
    for (const witness of witnesses) {
      await logged(witness, 'checkpoint not cosigned');
      expect(await witness.kept('unproved')).toHaveLength(1);
    }
  });
});
