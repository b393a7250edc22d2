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
  parse(readFileSync(join(root, '../compose.yaml'), 'utf8'), { merge: true }),
);

/** Secrets that a container may mount; a folder of a role has secrets of that role alone. */
function allowedIn(container: string): readonly string[] {
  const service = container.replace(/^migrate-/, '');
  if (service !== container) return ['postgres/url', `roles/${service}/database-password`];
  if (container === 'postgres') return ['postgres/password'];
  if (container === 'nats') return ['nats'];
  return [`roles/${container}`, 'nats/ca.crt'];
}

function problemsOf({ services }: Compose): string[] {
  return Object.entries(services).flatMap(([name, { volumes, environment }]) => {
    const held = volumes.flatMap((volume) => /^\.\/secrets\/?([^:]*):/.exec(volume)?.[1] ?? []);
    const foreign = held.filter((path) => !allowedIn(name).includes(path));
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
      [...wanted, 'nats', 'operator', 'postgres', 'witness'].toSorted(),
    );
    for (const { name } of roles) {
      expect(given.services[name]?.environment.SVC_SERVICE).toBe(name);
      expect(given.services[name]?.volumes).toContain(`./secrets/roles/${name}:/run/role:ro`);
    }
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

  it('gives the files to roles that read or write some, and to no other container', () => {
    const holders = Object.entries(given.services).flatMap(([name, { volumes }]) =>
      volumes.some((volume) => volume.startsWith('files:')) ? [name] : [],
    );
    const users = roles.filter(({ settings }) => settings.includes('SVC_FILES_URL'));
    expect(holders.toSorted()).toEqual(users.map(({ name }) => name).toSorted());
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
