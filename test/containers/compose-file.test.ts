/** deploy/compose.yaml as Docker Compose runs it, with the steps of docs/operations/compose.md. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@svc/devnet';
import { root } from '@svc/image/build';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationNames } from './compose.ts';
import { type ComposeProject, composeProject } from './compose-project.ts';
import { roles } from './roles.ts';

const healthyMs = 240_000;
const migrated = expect.stringMatching(/^Exited \(0\)/);
/** Starts with an OpenID provider alone. */
const started = roles.filter((role) => role !== 'desk');

/** The block of a page of docs/operations that holds this text. */
async function blockWith(page: string, text: string): Promise<string> {
  const guide = await readFile(join(root, 'docs/operations', page), 'utf8');
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code);
  const found = blocks.find((code) => code.includes(text));
  if (found === undefined) throw new Error(`${page} has no block with ${text}`);
  return found;
}

describe('Docker Compose', () => {
  let project: ComposeProject;
  beforeAll(async () => {
    project = await composeProject({});
    await project.run('up', '--detach');
  });
  afterAll(() => project?.stop());

  const healthy = async (...names: readonly string[]) => {
    const isHealthy = async () => {
      const states = await project.states();
      return names.every((name) => states.get(name)?.includes('(healthy)'));
    };
    await until(isHealthy, { timeoutMs: healthyMs, everyMs: 1_000, what: 'healthy roles' });
  };

  /** Runs commands as a reader types them; resolves to what they print. */
  const typed = async (commands: string) => {
    const script = `compose() { ${project.command} "$@"; }\n${commands}`;
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env: project.env });
    return stdout;
  };

  it('reads the file, its profiles among it', async () => {
    const names = (await project.run('--profile', 'desk', 'config', '--services')).split('\n');
    expect(names).toEqual(expect.arrayContaining(['postgres', 'nats', 'desk', ...migrationNames]));
  });

  it('starts migrations first, then every role, until all are healthy', async () => {
    await healthy(...started);
    const states = await project.states();
    for (const name of migrationNames) expect([name, states.get(name)]).toEqual([name, migrated]);
  });

  it('takes a base backup by itself, and keeps as many as it should', async () => {
    const list = await blockWith('backup-and-restore.md', 'backup take');
    const bases = async () => {
      const printed = await typed(list.replace(/^compose run --rm backup take$/m, ''));
      return printed.split('\n').filter((name) => /^\d{8}T\d{6}Z$/.test(name.trim()));
    };
    const isThere = async () => (await bases().catch(() => [])).length === 1;
    await until(isThere, { timeoutMs: 60_000, everyMs: 1_000, what: 'the first base' });
    const first = await bases();
    await typed(`export SVC_BACKUP_KEEP=1; ${list}`);
    const kept = await bases();
    expect([kept.length, kept[0] === first[0]]).toEqual([1, false]);
  });
  it('brings the first job of the guide to be booked', async () => {
    const aliases = await blockWith('compose.md', 'call() {');
    const [, steps = ''] = (await blockWith('install.md', 'accounts.createClient')).split(
      /^call\(\) .*\n/m,
    );
    const here = aliases
      .replaceAll('127.0.0.1:8080', project.address)
      .replace('$(mktemp -d)', project.dir);
    expect(await typed(here + steps)).toMatch(/booked\n$/);
  });

  it('replaces the login, the password and the secret of a service', async () => {
    const names = ['nats-seed', 'nats-calls-seed', 'database-password', 'secret'].map(
      (file) => `roles/jobs/${file}`,
    );
    const reload = () => project.run('kill', '-s', 'HUP', 'nats');
    const migrate = () => project.run('up', '--force-recreate', '--no-deps', 'migrate-jobs');
    for (const step of ['add', 'use', 'drop'] as const) {
      for (const name of names) project.secrets[step](name);
      await reload();
      await migrate();
      await project.run('up', '--detach', '--force-recreate', '--no-deps', 'jobs');
      await healthy('jobs');
    }
    expect(await project.run('logs', 'nats')).not.toContain('Violation');
    expect((await fetch(`http://${project.address}/v1/jobs`)).status).toBe(401);
  });

  it("renews the owner's password and the certificate of NATS", async () => {
    project.secrets.renewOwner();
    await typed(await blockWith('secrets.md', 'alter role'));
    await project.run('up', '--force-recreate', '--no-deps', 'migrate-jobs');
    expect((await project.states()).get('migrate-jobs')).toEqual(migrated);
    await project.secrets.certificates.renew();
    await project.run('kill', '-s', 'HUP', 'nats');
    await project.run('up', '--detach', '--force-recreate', '--no-deps', 'jobs');
    await healthy('jobs');
  });

  it('ends `up` where a migration fails, and replaces no role', async () => {
    const sql = (text: string) =>
      project.run('exec', '-T', 'postgres', 'psql', '--username', 'postgres', '--command', text);
    const containers = () => project.run('ps', '--quiet', ...started);
    const before = await containers();
    await sql("update jobs.migration set name = 'x' || name where name like '0001-%'");
    await expect(project.run('up', '--detach')).rejects.toThrow();
    expect(await project.run('logs', 'migrate-jobs')).toMatch(/migration jobs\/0001-\S+ failed/);
    expect(await containers()).toBe(before);
    await healthy(...started);
    await sql("update jobs.migration set name = substr(name, 2) where name like 'x0001-%'");
  });

  it('runs every role in three containers by the small profile, in less than 700 MB at rest', async () => {
    await project.run('down');
    await project.run('--profile', 'small', 'up', '--detach', 'small-gateway', 'backup');
    const names = ['small-core', 'small-work', 'small-gateway'];
    await healthy(...names);
    expect((await fetch(`http://${project.address}/v1/jobs`)).status).toBe(401);
    expect(await project.run('--profile', 'small', 'logs', 'nats')).not.toContain('Violation');
    const resident = names.map(async (name) => {
      const status = await project.run('exec', '-T', name, 'cat', '/proc/1/status');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
    });
    const megabytes = (await Promise.all(resident)).reduce((sum, each) => sum + each, 0);
    process.stdout.write(`three containers at rest: ${Math.round(megabytes)} MB\n`);
    expect(megabytes).toBeLessThan(700);
  });
});
