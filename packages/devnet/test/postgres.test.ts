import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase } from '../src/database.ts';
import { freePort } from '../src/ports.ts';
import { startPostgres } from '../src/postgres.ts';
import { commandLine } from '../src/processes.ts';

const temporary = () => mkdtempDisposable(join(tmpdir(), 'postgres-'));

async function runQuery(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows[0];
}

test('keeps its data between runs, is as durable as asked, and asks for its password', async () => {
  await using dir = await temporary();
  const first = await startPostgres({ dir: dir.path, durable: false });
  await createDatabase(first.url, 'kept');
  expect(await runQuery(first.url, 'show fsync')).toEqual({ fsync: 'off' });
  const wrong = first.url.replace(/:[^:@]+@/, ':guess@');
  await expect(runQuery(wrong, 'select 1')).rejects.toThrow('password authentication failed');
  await first.stop();
  expect(commandLine(first.pid)).toBeUndefined();

  const second = await startPostgres({ dir: dir.path, durable: true });
  expect(await runQuery(second.url, 'show fsync')).toEqual({ fsync: 'on' });
  const found = await runQuery(second.url, `select from pg_database where datname = 'kept'`);
  expect(found).toEqual({});
  await second.remove();
  expect(existsSync(dir.path)).toBe(false);
});

test('starts where a run that was killed left its server running', async () => {
  await using dir = await temporary();
  const module = JSON.stringify(import.meta.resolve('../src/postgres.ts'));
  const options = JSON.stringify({ dir: dir.path, durable: false });
  const script = `const { startPostgres } = await import(${module});
    console.log((await startPostgres(${options})).pid);`;
  const args = ['--input-type=module', '-e', script];
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(run.stdout, 'data');
  const orphan = Number(line);

  const early = startPostgres({ dir: dir.path, durable: false });
  await expect(early).rejects.toThrow(`in use by process ${run.pid}`);
  run.kill('SIGKILL');
  await once(run, 'exit');
  expect(commandLine(orphan)).toContain('bin/postgres');

  const postgres = await startPostgres({ dir: dir.path, durable: false });
  expect(commandLine(orphan)).toBeUndefined();
  await postgres.remove();
});

test('starts although an old pid file names another process', async () => {
  await using dir = await temporary();
  const first = await startPostgres({ dir: dir.path, durable: false });
  const pidFile = join(dir.path, 'data', 'postmaster.pid');
  const lines = await readFile(pidFile, 'utf8');
  await first.stop();
  await writeFile(pidFile, lines.replace(`${first.pid}`, `${process.pid}`));
  const second = await startPostgres({ dir: dir.path, durable: false });
  await second.remove();
});

test('says which port is taken and what to set', async () => {
  await using dir = await temporary();
  const port = await freePort();
  const first = await startPostgres({ dir: join(dir.path, 'a'), port, durable: false });
  const second = startPostgres({ dir: join(dir.path, 'b'), port, durable: false });
  await expect(second).rejects.toThrow(new RegExp(`port ${port} .* SVC_POSTGRES_PORT`));
  await first.remove();
});

// A folder that others cannot enter is no obstacle to an ordinary user, so only root has this case.
if (process.getuid?.() === 0) {
  test('as root opens the way to a folder of its own, or keeps its data elsewhere', async () => {
    await using closed = await temporary();
    await using other = await temporary();
    await using open = await temporary();
    const own = await startPostgres({ dir: join(open.path, 'inside'), durable: false });
    expect(existsSync(join(open.path, 'inside/data'))).toBe(true);
    await own.remove();
    vi.stubEnv('TMPDIR', other.path);
    onTestFinished(() => void vi.unstubAllEnvs());
    const dir = join(closed.path, 'inside');
    const first = await startPostgres({ dir, durable: false });
    const place = (await readFile(join(dir, 'data-is-in'), 'utf8')).trim();
    await createDatabase(first.url, 'kept');
    await first.stop();
    const second = await startPostgres({ dir, durable: false });
    await createDatabase(second.url, 'more', 'kept');
    await second.remove();
    expect(existsSync(place)).toBe(false);
  });
}
