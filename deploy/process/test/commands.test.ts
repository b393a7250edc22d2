/** Words that the image's entry takes: those of a service reach it, any other is refused. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const entry = join(import.meta.dirname, '../src/main.ts');
const run = (...args: string[]) =>
  spawnSync(process.execPath, [entry, ...args], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env.PATH, SVC_SERVICE: 'accounts', SVC_LOG_LEVEL: 'silent' },
  });

it.each(['migrate', 'redrive', 'reencrypt', 'update-stream'])(
  '%s is carried out by the service, which misses its settings here',
  (command) => {
    const { status, stderr } = run(command);
    expect(stderr).toMatch(/SVC_(SECRET|POSTGRES_URL)/);
    expect(stderr).not.toContain('is no command');
    expect(status).toBe(1);
  },
);

it('any other word is refused, and what there is said', () => {
  const { status, stderr } = run('migrat');
  expect(stderr).toContain('migrat is no command');
  expect(stderr).toContain('migrate | redrive | reencrypt | update-stream | call');
  expect(status).toBe(2);
});

it('the health check of a container loads two modules, as it is started each 30 s', () => {
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (console.error(url), next(url, context)) });`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, entry, 'health'],
    { encoding: 'utf8', timeout: 60_000, env: { PATH: process.env.PATH, SVC_ADMIN_PORT: '1' } },
  );
  const loaded = stderr.split('\n').filter((line) => line.startsWith('file:'));
  expect(loaded.map((url) => url.split('/').at(-1))).toEqual(['main.ts', 'health.ts']);
  expect(status).toBe(1);
});
