/** `npm start` and the commands beside it, as typed in a terminal. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import commands from '../../scripts/commands.json' with { type: 'json' };
import { type NpmStart, npmStart, root, typed } from './npm-start.ts';

const stackTrace = /\n\s+at .*\d+:\d+\)?/;

const usual = [/^--colour is no option of this command\./, 2] as const;
/** What each command says of an unknown option, and how it ends then. */
const faults: Readonly<Record<string, readonly [RegExp, number]>> = {
  svc: [/^error: unknown option '--colour=red'/, 2],
  ops: [/^error: unknown option '--colour=red'/, 2],
  service: [/^--colour=red is no option of this command\./, 2],
  verify: [/^Unknown option '--colour'/, 3],
};
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** As they are typed after `npm run`, but for those that hand their arguments to a tool. */
const typedNames = Object.entries(commands).flatMap(([name, program]): [string, string[]][] => {
  if (/^(check|test|test:unit|test:all)$/.test(name)) return [];
  if (typeof program === 'string') return [[name, [name]]];
  return Object.keys(program).map((member) => [`${name} -- ${member}`, [name, member]]);
});

let stack: NpmStart;
beforeAll(async () => {
  stack = await npmStart({ SVC_NATS: 'in-process' });
});
afterAll(() => stack?.stop());

const run = (name: string, args: readonly string[], env: Record<string, string> = {}) =>
  typed('npm', ['run', '-s', name, '--', ...args], { env: { ...stack.env, ...env } });

const health = async () => (await fetch(`http://127.0.0.1:${stack.ports.live}/v1/health`)).status;

it('package.json has a script for each command or group of them, and no other', () => {
  const names = Object.keys(commands);
  expect(scripts).toEqual(
    Object.fromEntries(names.map((name) => [name, `node scripts/run.mjs ${name}`])),
  );
  expect(names.length).toBeLessThanOrEqual(16);
});

it.each(typedNames)(
  'npm run %s prints its usage, and names an option that it has not',
  async (name, words) => {
    // As the script does, without npm around it.
    const direct = (option: string) =>
      typed(process.execPath, ['scripts/run.mjs', ...words, option], { env: stack.env });
    const [help, wrong] = await Promise.all([direct('--help'), direct('--colour=red')]);
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toMatch(new RegExp(`^usage: (npm (run (-s )?)?)?${name}`, 'i'));
    expect(help.stdout).toContain('--help');
    const [fault, code] = faults[words.at(-1) ?? ''] ?? usual;
    expect([wrong.code, wrong.stdout]).toEqual([code, '']);
    expect(wrong.stderr).toMatch(fault);
    expect(wrong.stderr).not.toMatch(stackTrace);
  },
);

it('npm start names its log by the ports of its first start', async () => {
  const policy = await fetch(`http://127.0.0.1:${stack.ports.live}/log/policy`);
  expect(await policy.text()).toMatch(`log 127.0.0.1:${stack.ports.live}/log+`);
});

describe('a second npm start', () => {
  it('on the same data leaves the first alone, and says what runs', async () => {
    const { code, stderr } = await run('start', [], { SVC_LIVE_PORT: '1', SVC_SANDBOX_PORT: '2' });
    expect(code).toBe(1);
    expect(stderr).toContain(`http://127.0.0.1:${stack.ports.live}/v1`);
    expect(stderr).toMatch(/SVC_DATA_DIR=\S+ SVC_LIVE_PORT=\d+ SVC_SANDBOX_PORT=\d+ npm start/);
    expect(stderr).not.toMatch(stackTrace);
    for (const file of ['dev.json', 'env.sh', 'operator.sock']) {
      expect((await stat(join(stack.dataDir, file))).mode & 0o777).toBe(0o600);
    }
    expect(await health()).toBe(200);
  });

  it('on a port that is taken says so, and leaves nothing of its own', async () => {
    const SVC_DATA_DIR = `${stack.dataDir}-2`;
    const ports = { SVC_LIVE_PORT: String(stack.ports.live), SVC_SANDBOX_PORT: '2' };
    const { code, stderr } = await run('start', [], { SVC_DATA_DIR, ...ports });
    expect(code).toBe(1);
    expect(stderr).toMatch(/port \d+ .* set SVC_LIVE_PORT to another port/);
    await expect(stat(join(SVC_DATA_DIR, 'operator.sock'))).rejects.toThrow('ENOENT');
    expect(await health()).toBe(200);
  });
});

describe('npm run call', () => {
  const call = (...args: string[]) => run('call', args);

  it('reaches the running stack without any setting', async () => {
    const { code, stdout } = await call('accounts.createTenant', '{"name":"Acme"}');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ok: { id: expect.stringMatching(/^ten_/), name: 'Acme' },
    });
    const sandbox = await call('--sandbox', 'accounts.listSites', '{}', 'ten_sandbox');
    expect(JSON.parse(sandbox.stdout).ok.data.length).toBeGreaterThan(20);
  });

  it('lists the actions of a service', async () => {
    expect((await call('pricing')).stdout).toContain('pricing.importPriceBook\n');
  });

  it.each([
    [[], 'Which action?'],
    [['acounts.jwks'], 'Did you mean accounts?'],
    [['accounts.createTenat'], 'Did you mean accounts.createTenant?'],
    [['accounts.fly'], 'It has: listSites, '],
    [['accounts.createTenant', '{'], 'The input is not a JSON object: {'],
    [['accounts.createTenant', '{"name":"@/nowhere"}'], '/nowhere cannot be read: ENOENT'],
  ])('%j is refused by name', async (args, text) => {
    const { code, stdout, stderr } = await call(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(text);
    expect(stderr).not.toMatch(stackTrace);
  });

  it('tells a refusal as the service says it, and ends with 1', async () => {
    const { code, stdout } = await call('accounts.createTenant', '{"name":7}');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ invalid: [expect.objectContaining({ path: ['name'] })] });
  });

  it('says so where nothing runs', async () => {
    const { code, stderr } = await run('call', ['accounts.jwks'], { SVC_DATA_DIR: '/nowhere' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^No npm start runs on the data in \/nowhere\./);
  });

  it('gives up on a NATS server that does not answer', async () => {
    const mute = createServer();
    await once(mute.listen(0, '127.0.0.1'), 'listening');
    const address = mute.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const env = { SVC_NATS_URL: `nats://127.0.0.1:${port}`, SVC_SECRET: 'x'.repeat(40) };
    const { code, stderr } = await run('call', ['accounts.jwks'], env);
    mute.close();
    mute.closeAllConnections();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^No answer over SVC_NATS_URL within \d+ s\./);
  });
});

describe('where nothing runs', () => {
  it.each([
    ['simulate', 'courier'],
    ['simulate', 'fleet'],
    ['hooks', 'listen'],
  ])('npm run %s -- %s says so', async (name, word) => {
    const { code, stderr } = await run(name, [word], { SVC_DATA_DIR: '/nowhere' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Nothing runs here: start it with npm start/);
  });
});

it('npm start prints no JSON', async () => {
  expect(await stack.output()).not.toMatch(/^\{"level"/m);
});
