import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publishedSandboxKey } from '@svc/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../journeys/environment.ts';
import { newTenant } from '../journeys/tenants.ts';

const run = promisify(execFile);
const source = new URL('../../packages/sdk/', import.meta.url).pathname;
const root = new URL('../../', import.meta.url).pathname;
const tarballBytesMax = 120_000;

describe('the packed client in an empty project', () => {
  let live: Stage;
  let sandbox: Stage;
  let project: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    [live, sandbox] = await Promise.all([startStage(), startStage({ environment: 'sandbox' })]);
    const { clientId, clientSecret } = await newTenant(live);
    project = await mkdtemp(join(tmpdir(), 'sdk-'));
    env = {
      PATH: process.env.PATH,
      HOME: project,
      NODE_DISABLE_COMPILE_CACHE: '1',
      SVC_BASE_URL: live.baseUrl,
      SVC_CLIENT_ID: clientId,
      SVC_CLIENT_SECRET: clientSecret,
      SVC_SANDBOX_URL: sandbox.baseUrl,
      SVC_SANDBOX_KEY: publishedSandboxKey,
    };
    const pnpm = join(root, 'node_modules/pnpm/bin/pnpm.cjs');
    await run(process.execPath, [pnpm, 'pack', '--pack-destination', project], {
      cwd: source,
      env,
    });
    await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
    const install = ['install', '--offline', '--no-audit', '--no-fund', await tarballOf(project)];
    await run('npm', install, { cwd: project, env });
  });
  afterAll(async () => {
    await rm(project, { recursive: true });
    await Promise.all([live.stop(), sandbox.stop()]);
  });

  it('is small, and brings no dependency', async () => {
    const { size } = await stat(join(project, await tarballOf(project)));
    expect(size).toBeLessThan(tarballBytesMax);
    const installed = await readdir(join(project, 'node_modules'));
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['@svc']);
  });

  it('runs each block of its README, pasted', async () => {
    const readme = await readFile(join(source, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(2);
    for (const [i, block] of blocks.entries()) {
      await writeFile(join(project, `block-${i}.js`), block);
      const { stdout } = await run(process.execPath, [`block-${i}.js`], { cwd: project, env });
      expect(stdout, block).toMatch(/\w/);
    }
  });
});

async function tarballOf(folder: string): Promise<string> {
  const names = await readdir(folder);
  return names.find((name) => name.endsWith('.tgz')) ?? 'no tarball';
}
