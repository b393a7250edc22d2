/** Which files of deploy/secrets each container of compose.yaml gets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../src/generator.ts';
import { roles } from '../src/roles.ts';

const compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      volumes: z.array(z.string()).default([]),
      cap_drop: z.array(z.string()).default([]),
    }),
  ),
});
type Compose = z.output<typeof compose>;

const given = compose.parse(
  parse(readFileSync(join(root, '../compose.yaml'), 'utf8'), { merge: true, maxAliasCount: -1 }),
);

/** Containers of the small profile. */
const small = ['small-migrate', 'small-core', 'small-work', 'small-gateway'];

/** Secrets that a container may mount; a folder of a role has secrets of that role alone. */
function allowedIn(container: string, service = container): readonly string[] {
  const held = service.split(',').map((role) => `roles/${role}`);
  if (container === 'small-migrate') return ['postgres/url', ...held];
  if (container.startsWith('migrate-')) return ['postgres/url', ...held.map(passwordIn)];
  if (container === 'postgres') return ['postgres/password'];
  if (container === 'nats') return ['nats'];
  if (container === 'backup') return [];
  if (container === 'copy') return ['backup/credentials'];
  return [...held, 'nats/ca.crt'];
}

const passwordIn = (folder: string) => `${folder}/database-password`;

function problemsOf({ services }: Compose): string[] {
  return Object.entries(services).flatMap(([name, { volumes, environment }]) => {
    const held = volumes.flatMap((volume) => /^\.\/secrets\/?([^:]*):/.exec(volume)?.[1] ?? []);
    const allowed = allowedIn(name, environment.SVC_SERVICE?.toString());
    const foreign = held.filter((path) => !allowed.includes(path));
    const clear = Object.keys(environment).filter(
      (variable) =>
        /^SVC_(SECRET|NATS_SEED|DATABASE_PASSWORD|POSTGRES_URL)$/.test(variable) ||
        /PASSWORD$/.test(variable),
    );
    return [
      ...foreign.map((path) => `${name} holds ${path}`),
      ...clear.map((variable) => `${name} has ${variable} in clear`),
    ];
  });
}

describe('compose.yaml', () => {
  it('has a container for each role, and a migration for each service', () => {
    const wanted = roles.flatMap(({ name, component }) =>
      component === 'service' ? [name, `migrate-${name}`] : [name],
    );
    expect(Object.keys(given.services).toSorted()).toEqual(
      [...wanted, ...small, 'backup', 'copy', 'nats', 'operator', 'postgres', 'witness'].toSorted(),
    );
    for (const { name } of roles) {
      expect(given.services[name]?.environment.SVC_SERVICE).toBe(name);
      expect(given.services[name]?.volumes).toContain(`./secrets/roles/${name}:/run/role:ro`);
    }
  });

  it('has each role but the desk in one of three containers of the small profile', () => {
    const [migrated, ...running] = small.map(
      (name) => given.services[name]?.environment.SVC_SERVICE,
    );
    const all = running.join().split(',').toSorted();
    expect(all).toEqual(roles.flatMap(({ name }) => (name === 'desk' ? [] : [name])).toSorted());
    expect(`${migrated},gateway`.split(',').toSorted()).toEqual(all);
  });

  it("gives no container another's secret or capabilities, and gateway and desk no database", () => {
    expect(problemsOf(given)).toEqual([]);
    const kept = Object.values(given.services).filter(({ cap_drop }) => cap_drop[0] !== 'ALL');
    expect(kept).toEqual([]);
    for (const role of ['gateway', 'desk']) {
      const variables = Object.keys(given.services[role]?.environment ?? {});
      expect(variables.filter((name) => /DATABASE|POSTGRES/.test(name))).toEqual([]);
    }
  });

  it('gives the files to roles that read or write some, to backups, and to no other container', () => {
    const holders = Object.entries(given.services).flatMap(([name, { volumes }]) =>
      volumes.some((volume) => volume.startsWith('files:')) ? [name] : [],
    );
    const users = roles.filter(({ settings }) => settings.includes('SVC_FILES_URL'));
    const expected = [...users.map(({ name }) => name), ...small.slice(1), 'backup'];
    expect(holders.toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    ['jobs', ['./secrets/roles/accounts:/run/other:ro'], 'jobs holds roles/accounts'],
    ['gateway', ['./secrets:/run/all:ro'], 'gateway holds '],
    ['jobs', ['./secrets/postgres/url:/run/owner/url:ro'], 'jobs holds postgres/url'],
  ])('a mistake in %s is found', (name, volumes, problem) => {
    const planted = { services: { [name]: { environment: {}, volumes, cap_drop: [] } } };
    expect(problemsOf(planted)).toEqual([problem]);
  });
});
