import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@svc/devnet';
import { expect, inject, test } from 'vitest';
import { findProcesses } from '../setup/leftovers.ts';

const script = join(import.meta.dirname, 'run.ts');

test.runIf(inject('natsUrl') !== undefined)(
  'a bench that is ended from outside leaves no process and no file',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'ended-'));
    const env = { ...process.env, TMPDIR: dir };
    const bench = spawn(process.execPath, [script, '--small', 'latency'], { env, stdio: 'ignore' });
    const exit = once(bench, 'exit');
    const isRunning = async () => {
      const [folder] = await readdir(dir);
      const log = join(dir, folder ?? '', 'live-gateway.log');
      return (await readFile(log, 'utf8').catch(() => '')).includes('ready');
    };
    await until(isRunning, { timeoutMs: 90_000, everyMs: 100, what: 'the bench to run' });
    bench.kill('SIGTERM');
    expect(await exit).toEqual([143, null]);
    expect(findProcesses(dir)).toEqual([]);
    expect(await readdir(dir)).toEqual([]);
    await rm(dir, { recursive: true });
  },
  180_000,
);
