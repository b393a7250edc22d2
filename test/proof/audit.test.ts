/** `npm run audit` over HTTP: a clean log, the checkpoint that it keeps, and a log rolled back. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utf8 } from '@svc/tlog/bytes';
import { formatEntryBundle } from '@svc/tlog/entry-bundle';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, entriesOf, type World } from './world.ts';

const program = join(import.meta.dirname, '../../packages/audit/src/main.ts');
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
  const all = [program, '--log', `http://127.0.0.1:${port}/log`, ...args];
  return new Promise<{ code: number; out: string }>((done) => {
    execFile(process.execPath, all, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out: out + err }),
    );
  });
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
