import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { publishedSandboxKey } from '@svc/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import type { Stage } from '../journeys/environment.ts';
import { newTenant } from '../journeys/tenants.ts';
import { shared } from '../journeys/worker-stages.ts';
import { requireChromium, startChromium } from '../pages/chromium.ts';

const run = promisify(execFile);
const source = new URL('../../packages/sdk/', import.meta.url).pathname;
const root = new URL('../../', import.meta.url).pathname;
/** As `tsc --init` sets it up, with the types of Node. */
const strict = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext'];
const tsc = [join(root, 'node_modules/typescript/bin/tsc'), ...strict, '--types', 'node'];

describe('the packed client in an empty project', () => {
  let live: Stage;
  let sandbox: Stage;
  let project: string;
  let env: NodeJS.ProcessEnv;
  shared.beforeAll(async ({ live: ofLive, sandbox: ofSandbox }) => {
    [live, sandbox] = [ofLive, ofSandbox];
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
  afterAll(() => rm(project, { recursive: true }));

  it('is as small as its README says, brings its licence and no dependency', async () => {
    const [, kilobytes] = /less than (\d+) kB packed/.exec(await readme()) ?? [];
    const { size } = await stat(join(project, await tarballOf(project)));
    expect(size).toBeLessThan(Number(kilobytes) * 1000);
    expect(size).toBeGreaterThan(Number(kilobytes) * 700);
    const installed = await readdir(join(project, 'node_modules'));
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['@svc']);
    const [own, whole] = [join(packed(), 'LICENSE'), join(root, 'LICENSE')];
    expect(await readFile(own, 'utf8')).toBe(await readFile(whole, 'utf8'));
  });

  it.each(['this Node', "the machine's own Node"])(
    'runs each block of its README in %s, pasted',
    async (which) => {
      const node = which === 'this Node' ? process.execPath : await otherNode();
      const { stdout: version } = await run(node, ['--version']);
      expect(Number(/^v(\d+)/.exec(version)?.[1])).toBeGreaterThanOrEqual(20);
      for (const [i, block] of (await blocksOf()).entries()) {
        await writeFile(join(project, `block-${i}.js`), block);
        const { stdout } = await run(node, [`block-${i}.js`], { cwd: project, env });
        expect(stdout, block).toMatch(/\w/);
      }
    },
  );

  it('has each block of its README pass a strict type check, and a wrong one fail', async () => {
    const blocks = await blocksOf();
    const names = blocks.map((_, i) => `block-${i}.ts`);
    for (const [i, name] of names.entries()) await writeFile(join(project, name), blocks[i] ?? '');
    const types = ['--typeRoots', join(root, 'node_modules/@types')];
    const check = (files: string[]) =>
      run(process.execPath, [...tsc, ...types, ...files], { cwd: project });
    await check(names);
    const wrong = blocks[0]?.replace("sku: 'LAB-STD'", 'sku: 7') ?? '';
    await writeFile(join(project, 'wrong.ts'), wrong);
    await expect(check(['wrong.ts'])).rejects.toThrow('wrong.ts');
  });

  it('prices and books in a page of a browser', async ({ skip }) => {
    const executable = await requireChromium();
    if (executable === undefined) return skip('no Chromium here');
    const browser = await startChromium(executable);
    try {
      const page = await browser.newPage();
      const at = `${sandbox.publicUrl}/of-the-reader`;
      await page.route(`${at}/**`, async (route) => {
        const path = new URL(route.request().url()).pathname.replace('/of-the-reader/', '');
        if (path === '')
          return route.fulfill({ contentType: 'text/html', body: '<title>x</title>' });
        const body = await readFile(join(packed(), path), 'utf8');
        return route.fulfill({ contentType: 'text/javascript', body });
      });
      await page.goto(`${at}/`);
      const booked: unknown = await page.evaluate(`(async () => {
        const { createClient } = await import('${at}/dist/sdk/src/index.js');
        const [baseUrl, apiKey] = ${JSON.stringify([sandbox.baseUrl, publishedSandboxKey])};
        const svc = createClient({ baseUrl, apiKey, session: crypto.randomUUID() });
        const { id } = await svc.createQuote({ body: { sku: 'LAB-STD', km: 22 } });
        const ends = { pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0' };
        const job = await svc.bookJob({ body: { quote_id: id, ...ends } });
        const error = await svc.getJob({ path: { id: 'absent' } }).catch((own) => own);
        return [job.status, error.code];
      })()`);
      expect(booked).toEqual(['booked', 'job_not_found']);
    } finally {
      await browser.close();
    }
  });

  const packed = () => join(project, 'node_modules/@svc/sdk');
});

const readme = () => readFile(join(source, 'README.md'), 'utf8');

async function blocksOf(): Promise<string[]> {
  const blocks = [...(await readme()).matchAll(/```ts\n([\s\S]*?)```/g)];
  expect(blocks.length).toBeGreaterThan(2);
  return blocks.map(([, block = '']) => block);
}

/** The `node` of the machine, where it has one that the package supports; else the suite's own. */
async function otherNode(): Promise<string> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((own) => !own.startsWith(root));
  for (const folder of folders) {
    const node = join(folder, 'node');
    const version = await run(node, ['--version']).then(
      ({ stdout }) => stdout,
      () => '',
    );
    if (Number(/^v(\d+)/.exec(version)?.[1]) >= 20) return node;
  }
  return process.execPath;
}

async function tarballOf(folder: string): Promise<string> {
  const names = await readdir(folder);
  return names.find((name) => name.endsWith('.tgz')) ?? 'no tarball';
}
