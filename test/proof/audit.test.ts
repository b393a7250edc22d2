/** `npm run proof -- audit` over HTTP: a clean log, checkpoints that were kept, and a log rolled back. */
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utf8 } from '@svc/proof/log/bytes';
import { signCheckpoint } from '@svc/proof/log/checkpoint';
import { formatEntryBundle } from '@svc/proof/log/entry-bundle';
import { emptyRoot } from '@svc/proof/log/merkle';
import { generateSecret, parseSecret } from '@svc/proof/log/note-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit as auditProgram } from './audit-program.ts';
import { createWorld, entriesOf, type World } from './world.ts';

let world: World;
let folder: string;
const server = createServer((request, response) => {
  const path = request.url?.slice('/log/'.length) ?? '';
  const { entries, tiles, checkpoint } = world.files;
  const bundle = path.startsWith('tile/entries/')
    ? formatEntryBundle(entries.map(utf8))
    : undefined;
  const texts: Record<string, string> = { checkpoint, policy: world.lonePolicy };
  const found = bundle ?? tiles.get(path) ?? texts[path];
  response.writeHead(found === undefined ? 404 : 200).end(found);
});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  world = await createWorld();
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.close();
  await world.close();
  await rm(folder, { recursive: true });
});

const audit = (...args: string[]) => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return auditProgram('--log', `http://127.0.0.1:${port}/log`, ...args);
};

it('keeps the checkpoint of a clean log, and finds it rolled back later', async () => {
  const made = await world.certify();
  world.files.entries = await entriesOf(made, world.files.key);
  await world.integrate();
  await writeFile(join(folder, 'chain.json'), JSON.stringify(await world.withProofs(made)));
  const state = join(folder, 'state');
  const clean = await audit('--state', state, '--chains', join(folder, 'chain.json'));
  expect(clean.out).toContain('CLEAN: nothing contradicts.');
  expect(clean.code).toBe(0);
  expect(await readdir(state)).toHaveLength(1);
  world.files.entries = world.files.entries.slice(0, 3);
  await world.integrate();
  const { code, out } = await audit('--state', state);
  expect(code).toBe(1);
  expect(out).toContain('Rollback: a checkpoint of 5 entries was kept, the log shows 3.');
  expect((await audit('--nonsense')).code).toBe(2);
});

describe('--since', () => {
  /** Signs the entries as they are now; the path of the checkpoint. */
  const kept = async (name: string, entries: string[]) => {
    const own = world.files.entries;
    world.files.entries = entries;
    await world.integrate();
    const path = await file(name, world.files.checkpoint);
    world.files.entries = own;
    await world.integrate();
    return path;
  };
  const file = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  /** Signed by a log of this name, and of a key that nobody knows. */
  const ofAnother = async (name: string, origin: string) => {
    const signer = await parseSecret(await generateSecret(origin, 1));
    return file(name, await signCheckpoint({ size: 0, root: emptyRoot }, signer));
  };
  beforeAll(async () => {
    world.files.entries = await entriesOf(await world.certify(), world.files.key);
    await world.integrate();
  });

  it('checkpoints of before, each of them compared', async () => {
    const all = world.files.entries;
    const [first, second] = [await kept('1', all.slice(0, 1)), await kept('3', all.slice(0, 3))];
    const { code, out } = await audit('--since', first, '--since', second);
    expect(out).toContain('checkpoints  3 compared');
    expect(out).toContain('CLEAN');
    expect(code).toBe(0);
  });

  it.each([
    ['of fewer entries', 3],
    ['of as many', 5],
  ])('a fork %s contradicts the kept checkpoint', async (_, size) => {
    const forked = await kept('fork', world.files.entries.toReversed().slice(0, size));
    const { code, out } = await audit('--since', forked);
    expect(out).toMatch(
      new RegExp(
        `The root of ${size} entries is [0-9a-f]{64}, a signed checkpoint says [0-9a-f]{64}`,
      ),
    );
    expect(out).toContain('CONTRADICTED: see the findings.');
    expect(code).toBe(1);
  });

  it.each([
    ['of another log', 'other.example', 'the checkpoint is of another log, other.example'],
    ['of another key', 'log.example', 'the checkpoint is not signed by its log'],
  ])('a checkpoint %s is named, and nothing is called clean', async (_, origin, reason) => {
    const path = await ofAnother('foreign', origin);
    const { code, out } = await audit('--since', path);
    expect(out).toContain(`${path} is not of the log log.example: ${reason}.\n`);
    expect(out).not.toContain('CLEAN');
    expect(code).toBe(1);
  });

  it.each([
    ['that is no note', 'PK\u0003\u0004', 'is no checkpoint: '],
    ['that is empty', '', 'is no checkpoint: '],
    ['that is cut off', undefined, 'is no checkpoint: '],
  ])('a file %s is named', async (_, text, says) => {
    const path = await file('garbled', text ?? world.files.checkpoint.slice(0, 40));
    const { code, out } = await audit('--since', path);
    expect(out).toContain(`${path} ${says}`);
    expect(code).toBe(2);
  });

  it('a file that is not there, and a chain that is no JSON, are named', async () => {
    const absent = await audit('--since', join(folder, 'absent'));
    expect(absent.out).toContain('absent cannot be read: ENOENT');
    expect(absent.code).toBe(2);
    const chain = await file('chain.txt', '{');
    const broken = await audit('--chains', chain);
    expect(broken.out).toContain(`${chain} is no JSON: `);
    expect(broken.code).toBe(2);
  });
});
