/** Attacks on the real tables, by who owns the database; the log of a running environment, with a witness. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLog } from '@svc/audit/audit';
import { httpFiles } from '@svc/audit/log-files';
import { bookedJob, bundle } from '@svc/contracts';
import { freePort, until } from '@svc/devnet';
import { formatVkey, generateSecret, parseSecret } from '@svc/tlog/note-key';
import { type Policy, parsePolicy } from '@svc/tlog/policy';
import { verifyBundle } from '@svc/verify/bundle';
import { serveWitness, type WitnessServer } from '@svc/witness/server';
import { openState } from '@svc/witness/state';
import { createWitness } from '@svc/witness/witness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliver, deskOf, noProof } from '../journeys/desk.ts';
import { resource } from '../journeys/http.ts';
import { bookingOf, type Tenant } from '../journeys/tenants.ts';
import { startWorld, type World } from '../journeys/world.ts';

let world: World;
let server: WitnessServer;
let folder: string;
let tenant: Tenant;
let policy: Policy;
let id: string;
let kept: string;
const alarms: string[] = [];

const logUrl = () => `${world.stage.publicUrl}/log`;
const files = () => httpFiles(logUrl());

async function startWitness(secret: string, port: number): Promise<void> {
  const signer = await parseSecret(secret);
  const [log] = parsePolicy(await files().policy()).logs;
  if (!log) throw new Error('the log names its key');
  const state = await openState(folder);
  const alarm = ({ fault }: Readonly<Record<string, unknown>>) => alarms.push(String(fault));
  const witness = createWitness({ log: log.key, signer, state, now: () => new Date(), alarm });
  const onFault = (error: unknown) => alarms.push(String(error));
  server = await serveWitness({ witness, origin: log.key.name, host: '127.0.0.1', port, onFault });
}

const fetchBundle = async () =>
  resource(await tenant.send(`GET /jobs/${id}/custody/bundle`), 200, bundle);

async function verdict(given: unknown) {
  const keys = await fetch(`${world.stage.publicUrl}/.well-known/certificate-keys.json`);
  return verifyBundle(given, { jwks: JSON.parse(await keys.text()), policy });
}

/** As the owner of the database, past every trigger; undone afterwards. */
async function withRewritten(sql: string, undo: string, check: () => Promise<void>): Promise<void> {
  const run = async (statement: string) => {
    const owner = await world.stage.owner.connect();
    try {
      await owner.query('set session_replication_role = replica');
      await owner.query(statement);
    } finally {
      owner.release(true);
    }
  };
  await run(sql);
  try {
    await check();
  } finally {
    await run(undo);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  const [port, secret] = [await freePort(), await generateSecret('hospital.example/w', 4)];
  const vkey = formatVkey((await parseSecret(secret)).key);
  world = await startWorld({ env: { SVC_LOG_WITNESSES: `${vkey} http://127.0.0.1:${port}` } });
  await startWitness(secret, port);
  policy = parsePolicy(await files().policy());
  tenant = await world.tenant();
  const body = { ...bookingOf(tenant), requirements: noProof };
  id = resource(await tenant.send('POST /jobs', { key: 'a', body }), 201, bookedJob).id;
  await deliver(deskOf(world.stage, tenant.id), id);
  await until(
    async () => {
      const answer = await tenant.send(`GET /jobs/${id}/custody/bundle`);
      return (
        answer.status === 200 && (await verdict(JSON.parse(answer.text))).log.status === 'proved'
      );
    },
    { timeoutMs: 60_000, everyMs: 250, what: 'a proof that the witness cosigned' },
  );
  kept = await files().checkpoint();
});
afterAll(async () => {
  await server.close();
  await world.stop();
  await rm(folder, { recursive: true });
});

const audit = async () => {
  const [log] = policy.logs;
  if (!log) throw new Error('the policy names a log');
  const { findings } = await auditLog({ files: files(), key: log.key, kept: [kept], chains: [] });
  return findings.join(' ');
};

it('nothing is found before', async () => {
  expect((await verdict(await fetchBundle())).log.witnesses).toEqual(['hospital.example/w']);
  expect(await audit()).toBe('');
  expect(alarms).toEqual([]);
});

it('an event whose text was edited does not verify', async () => {
  const set = (from: string, to: string) =>
    `update custody.custody_event set bytes = replace(bytes, '${from}', '${to}') where job_id = '${id}'`;
  await withRewritten(set('SL-00421', 'SL-00666'), set('SL-00666', 'SL-00421'), async () => {
    expect((await verdict(await fetchBundle())).outcome).toBe('tampered');
  });
});

it('a chain whose tail was cut does not verify', async () => {
  const last = `where job_id = '${id}' and seq = (select max(seq) from custody.custody_event where job_id = '${id}')`;
  await withRewritten(
    `create table public.cut as select * from custody.custody_event ${last}; delete from custody.custody_event ${last}`,
    'insert into custody.custody_event select * from public.cut; drop table public.cut',
    async () => expect((await verdict(await fetchBundle())).outcome).toBe('tampered'),
  );
});

it('an entry of the log that was edited is found by the auditor', async () => {
  const set = (from: string, to: string) =>
    `update log.entry set body = replace(body, '${from}', '${to}') where leaf_index = 0`;
  await withRewritten(set('"at":"2', '"at":"1'), set('"at":"1', '"at":"2'), async () => {
    expect(await audit()).toContain('a signed checkpoint says');
  });
});

it('a tile that was changed is found by the auditor', async () => {
  const flip = 'update log.tile set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1)';
  await withRewritten(flip, flip, async () => {
    expect(await audit()).toContain('is not the tile of these entries');
  });
});
