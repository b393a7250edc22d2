import { type Files, linkPackages, temporaryCopy } from './copy.ts';

const workspaces: Files = {
  '@svc/contracts': 'packages/contracts',
  '@svc/kit': 'packages/kit',
  '@svc/devnet': 'packages/devnet',
  '@svc/proof': 'packages/proof',
  '@svc/text': 'packages/text',
  '@svc/web': 'packages/web',
  '@svc/desk': 'desk',
  '@svc/gateway': 'gateway',
  '@svc/alpha': 'services/alpha',
  '@svc/beta': 'services/beta',
  '@svc/process': 'deploy/process',
  '@svc/local': 'deploy/local',
  '@svc/test': 'test',
};

const brokers = ['moleculer', '@nats-io/transport-node'];
const libraries = ['fastify', 'graphile-worker', 'kysely', ...brokers, 'pg', 'zod'];

/** Files of the kit lie in module folders and are imported by their own names, as in the real one. */
const kitEntries = (name: string): Record<string, string> =>
  name === '@svc/kit'
    ? Object.fromEntries(
        Object.keys(clean).flatMap((file) => {
          const [, path, entry] = /^packages\/kit\/(src\/[a-z]+\/([a-z]+)\.ts)$/.exec(file) ?? [];
          return path ? [[`./${entry}`, `./${path}`]] : [];
        }),
      )
    : {};

function manifest(name: string): string {
  // Every library is declared everywhere: what a rule forbids must be forbidden for its own sake.
  const names = [...libraries, ...Object.keys(workspaces)].filter((other) => other !== name);
  const dependencies = Object.fromEntries(names.map((other) => [other, '*']));
  const exports = { '.': './src/index.ts', './*': './src/*.ts', ...kitEntries(name) };
  return JSON.stringify({
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    exports,
    dependencies,
  });
}

/** The smallest repository that has each kind of file and breaks no rule. */
const clean: Files = {
  'packages/contracts/src/index.ts': `import { z } from 'zod';
    export const job = z.object({});
    export type Job = z.output<typeof job>;`,
  'packages/kit/src/calls/refusal.ts': 'export class Refusal extends Error {}',
  'packages/kit/src/values/ids.ts': `export { randomUUID as newId } from 'node:crypto';`,
  'packages/kit/src/calls/client.ts': `export type { Job } from '@svc/contracts';`,
  'packages/kit/src/service/bind.ts': `import { job } from '@svc/contracts';
    import moleculer from 'moleculer';
    export const bind = () => [moleculer, job];`,
  'packages/kit/src/service/service.ts': `export { bind as defineService } from './bind.ts';`,
  'packages/kit/src/database/kysely.ts': `export type { Kysely as Database } from 'kysely';`,
  'packages/kit/src/testing/testing.ts': `export { until } from '@svc/devnet';`,
  'packages/kit/test/bind.test.ts': `import '@svc/kit/testing';
    import { expect } from 'vitest';
    expect(1).toBe(1);`,
  'packages/devnet/src/index.ts': 'export const until = 1;',
  'packages/proof/src/witness/witness.ts': 'export const witness = 1;',
  'packages/web/src/html.ts': 'export const html = 1;',
  'desk/src/main.ts': `import fastify from 'fastify';
    import { html } from '@svc/web/html';
    import type { Job } from '@svc/kit/client';
    export const server = (job: Job) => [job, html, fastify];`,
  'services/alpha/src/service.ts': `import { defineService } from '@svc/kit/service';
    import './actions/book.ts';
    import './reactions/on-booked.ts';
    import './schedules/expire.ts';
    import './tasks/send.ts';
    export const alpha = defineService();`,
  'services/alpha/src/config.ts': `import { z } from 'zod';
    export const config = z.object({});`,
  'services/alpha/src/define.ts': `import { bind } from '@svc/kit/bind';
    import type { config } from './config.ts';
    import type { Tables } from './store/schema.ts';
    export const command: (tables?: Tables, settings?: typeof config) => unknown = bind;`,
  'services/alpha/src/actions/book.ts': `import { job } from '@svc/contracts';
    import { newId } from '@svc/kit/ids';
    import { command } from '../define.ts';
    import { decide } from '../domain/job.ts';
    import { insert } from '../store/jobs.ts';
    export const book = [command, decide, insert, job, newId];`,
  'services/alpha/src/reactions/on-booked.ts': `import { hash } from 'node:crypto';
    import { Refusal } from '@svc/kit/refusal';
    export const onBooked = [hash, Refusal];`,
  'services/alpha/src/schedules/expire.ts': `import '../store/jobs.ts';`,
  'services/alpha/src/tasks/send.ts': `import '../define.ts';`,
  'services/alpha/src/domain/job.ts': `import type { Job } from '@svc/contracts';
    import { Refusal } from '@svc/kit/refusal';
    import type { z } from 'zod';
    import './money.ts';
    export const decide = (job: Job, parse?: z.ZodType) => new Refusal(String([job, parse]));`,
  'services/alpha/src/domain/money.ts': 'export const cents = 100;',
  'services/alpha/src/domain/job.test.ts': `import { readFileSync } from 'node:fs';
    import { test } from 'vitest';
    import { decide } from './job.ts';
    test('decides', () => { decide({}); readFileSync('x'); });`,
  'services/alpha/src/store/schema.ts': `import type { Job } from '@svc/contracts';
    export type Tables = { job: Job };`,
  'services/alpha/src/store/jobs.ts': `import { sql } from 'kysely';
    import type { Database } from '@svc/kit/database/kysely';
    import { Refusal } from '@svc/kit/refusal';
    import { cents } from '../domain/money.ts';
    import type { Tables } from './schema.ts';
    export const insert = (db: Database<Tables>) => [db, sql, cents, Refusal];`,
  'services/alpha/test/book.test.ts': `import '@svc/devnet';
    import '../src/service.ts';`,
  'services/beta/src/service.ts': `import '@svc/kit/service';`,
  'services/beta/src/domain/thing.ts': 'export const thing = 1;',
  'gateway/src/main.ts': `import { createServer } from 'node:http';
    import fastify from 'fastify';
    import type { Job } from '@svc/kit/client';
    export const server = (job: Job) => [job, createServer, fastify];`,
  'gateway/test/main.test.ts': `import '@svc/devnet';
    import 'kysely';`,
  'deploy/process/src/main.ts': `await import('@svc/alpha/service');
    await import('@svc/gateway/main');`,
  'deploy/local/src/start.ts': `import '@svc/alpha/service';
    import '@svc/beta/service';
    import '@svc/devnet';
    import '@svc/gateway/main';
    import.meta.resolve('@svc/process/main');`,
  'deploy/local/src/start.test.ts': `import { expect } from 'vitest';
    import './start.ts';
    expect(1).toBe(1);`,
  'test/journeys/day.test.ts': `import '@svc/local/start';
    import '@svc/alpha/service';
    import '@svc/gateway/main';`,
};

/** A temporary repository: the clean skeleton, our import rules and what else is named or given. */
export async function skeleton(planted: Files, copied: readonly string[] = []) {
  const manifests = Object.entries(workspaces).map(([name, home]) => [
    `${home}/package.json`,
    manifest(name),
  ]);
  const files = { ...Object.fromEntries(manifests), ...clean, ...planted };
  const dir = await temporaryCopy(['package.json', '.dependency-cruiser.mjs', ...copied], files);
  for (const home of Object.values(workspaces)) await linkPackages(dir.path, home, workspaces);
  return dir;
}
