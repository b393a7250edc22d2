import { expect, test } from 'vitest';
import { runScript } from './copy.ts';
import { skeleton } from './skeleton.ts';

type Plant = { rule: string; file: string; code: string };

const plants: Plant[] = [
  {
    rule: 'domain-is-pure',
    file: 'services/alpha/src/domain/reads-a-file.ts',
    code: `import 'node:fs';`,
  },
  {
    rule: 'domain-is-pure',
    file: 'services/alpha/src/domain/asks-the-store.ts',
    code: `import '../store/jobs.ts';`,
  },
  {
    rule: 'domain-is-pure',
    file: 'services/alpha/src/domain/knows-a-table.ts',
    code: `export const name = (tables: import('../store/schema.ts').Tables) => tables;`,
  },
  {
    rule: 'domain-is-pure',
    file: 'services/alpha/src/domain/makes-ids.ts',
    code: `import '@svc/kit/ids';`,
  },
  {
    rule: 'domain-is-pure',
    file: 'services/alpha/src/domain/queries.ts',
    code: `import type { Kysely } from 'kysely'; export type Db = Kysely<object>;`,
  },
  {
    rule: 'domain-takes-types-of-zod',
    file: 'services/alpha/src/domain/parses.ts',
    code: `import { z } from 'zod'; export const id = z.string();`,
  },
  {
    rule: 'store-only-stores',
    file: 'services/alpha/src/store/acts.ts',
    code: `import '../actions/book.ts';`,
  },
  {
    rule: 'store-only-stores',
    file: 'services/alpha/src/store/drives.ts',
    code: `import 'pg';`,
  },
  {
    rule: 'store-takes-types-only',
    file: 'services/alpha/src/store/parses.ts',
    code: `import { job } from '@svc/contracts'; export const parse = job.parse;`,
  },
  {
    rule: 'metrics-define',
    file: 'services/alpha/src/workflows/metrics.ts',
    code: `import '../actions/book.ts';`,
  },
  {
    rule: 'handlers-stay-home',
    file: 'services/alpha/src/actions/binds.ts',
    code: `import '@svc/kit/bind';`,
  },
  {
    rule: 'handlers-stay-home',
    file: 'services/alpha/src/reactions/borrows.ts',
    code: `import '../actions/book.ts';`,
  },
  {
    rule: 'handlers-stay-home',
    file: 'services/alpha/src/tasks/enqueues-itself.ts',
    code: `import '../schedules/expire.ts';`,
  },
  {
    rule: 'handlers-do-not-speak-protocols',
    file: 'services/alpha/src/tasks/uses-a-runner.ts',
    code: `import 'graphile-worker';`,
  },
  {
    rule: 'handlers-stay-home',
    file: 'services/alpha/src/workflows/calls-an-action.ts',
    code: `import '../actions/book.ts';`,
  },
  {
    rule: 'adapters-wrap-a-library',
    file: 'services/alpha/src/adapters/reads-a-table.ts',
    code: `import '../store/schema.ts';`,
  },
  ...['fastify', 'graphile-worker', 'moleculer', '@nats-io/transport-node', 'pg'].map(
    (library) => ({
      rule: 'handlers-do-not-speak-protocols',
      file: `services/alpha/src/schedules/uses-${library.split('/').at(-1)}.ts`,
      code: `import '${library}';`,
    }),
  ),
  {
    rule: 'define-binds',
    file: 'services/beta/src/define.ts',
    code: `import './domain/thing.ts';`,
  },
  {
    rule: 'service-lists',
    file: 'services/gamma/src/service.ts',
    code: `import './domain/rule.ts';`,
  },
  { rule: 'main-starts', file: 'services/beta/src/main.ts', code: `import './domain/thing.ts';` },
  {
    rule: 'no-service-in-a-service',
    file: 'services/beta/src/actions/peeks.ts',
    code: `import '@svc/alpha/domain/job';`,
  },
  {
    rule: 'no-service-in-a-service',
    file: 'services/beta/src/domain/takes-a-type.ts',
    code: `import type { decide } from '../../../alpha/src/domain/job.ts'; export type D = typeof decide;`,
  },
  {
    rule: 'no-service-in-a-service',
    file: 'services/beta/test/peeks.test.ts',
    code: `await import('@svc/alpha/service');`,
  },
  {
    rule: 'gateway-is-a-client',
    file: 'gateway/src/serves.ts',
    code: `import '@svc/kit/service';`,
  },
  {
    rule: 'gateway-is-a-client',
    file: 'gateway/src/calls.ts',
    code: `import '@svc/alpha/service';`,
  },
  ...['graphile-worker', 'kysely', '@nats-io/transport-node', 'pg'].map((library) => ({
    rule: 'gateway-has-no-database',
    file: `gateway/src/uses-${library.split('/').at(-1)}.ts`,
    code: `import '${library}';`,
  })),
  {
    rule: 'gateway-tests-need-no-service',
    file: 'gateway/test/whole.test.ts',
    code: `import '@svc/alpha/service';`,
  },
  {
    rule: 'desk-is-a-client',
    file: 'desk/src/serves.ts',
    code: `import '@svc/kit/service';`,
  },
  {
    rule: 'desk-is-a-client',
    file: 'desk/src/borrows.ts',
    code: `import '@svc/gateway/main';`,
  },
  {
    rule: 'gateway-has-no-database',
    file: 'desk/src/uses-pg.ts',
    code: `import 'pg';`,
  },
  {
    rule: 'pages-know-nothing',
    file: 'packages/pages/src/asks.ts',
    code: `import '@svc/kit/client';`,
  },
  {
    rule: 'kit-knows-contracts-alone',
    file: 'packages/kit/src/boots.ts',
    code: `import '@svc/devnet';`,
  },
  {
    rule: 'kit-knows-contracts-alone',
    file: 'packages/kit/src/knows-alpha.ts',
    code: `import '@svc/alpha/domain/job';`,
  },
  {
    rule: 'contracts-need-zod-alone',
    file: 'packages/contracts/src/throws.ts',
    code: `import '@svc/kit/refusal';`,
  },
  {
    rule: 'contracts-need-zod-alone',
    file: 'packages/contracts/src/hashes.ts',
    code: `import 'node:crypto';`,
  },
  {
    rule: 'no-tests-in-code',
    file: 'services/alpha/src/actions/cheats.ts',
    code: `import '@svc/kit/testing';`,
  },
  {
    rule: 'no-tests-in-code',
    file: 'services/alpha/src/domain/cheats.ts',
    code: `import './job.test.ts';`,
  },
  {
    rule: 'no-tests-in-code',
    file: 'deploy/local/src/cheats.ts',
    code: `import './start.test.ts';`,
  },
  ...['@svc/alpha/service', '@svc/gateway/main', '@svc/local/start'].map((higher, n) => ({
    rule: 'packages-below-services',
    file: `packages/devnet/src/climbs-${n}.ts`,
    code: `import '${higher}';`,
  })),
  {
    rule: 'packages-below-services',
    file: 'packages/kit/test/climbs.test.ts',
    code: `import '@svc/alpha/service';`,
  },
  {
    rule: 'packages-below-services',
    file: 'packages/devnet/src/takes-a-type.ts',
    code: `import type { alpha } from '../../../services/alpha/src/service.ts'; export type A = typeof alpha;`,
  },
  {
    rule: 'nothing-imports-deploy',
    file: 'services/alpha/test/boots.test.ts',
    code: `import '@svc/local/start';`,
  },
  {
    rule: 'nothing-imports-deploy',
    file: 'gateway/src/boots.ts',
    code: `await import('@svc/process/main');`,
  },
  {
    rule: 'nothing-imports-the-test-room',
    file: 'packages/kit/test/borrows.test.ts',
    code: `import '../../../test/journeys/day.test.ts';`,
  },
  {
    rule: 'no-circular',
    file: 'services/alpha/src/domain/egg.ts',
    code: `import { hen } from './hen.ts'; export const egg = hen;`,
  },
  {
    rule: 'no-unresolvable',
    file: 'services/alpha/src/domain/lost.ts',
    code: `import './gone.ts';`,
  },
  {
    rule: 'no-undeclared-package',
    file: 'services/alpha/src/actions/lucky.ts',
    code: `import 'undeclared';`,
  },
  {
    rule: 'no-dev-package-in-code',
    file: 'services/alpha/src/actions/guesses.ts',
    code: `import 'fast-check';`,
  },
  {
    rule: 'no-dev-package-in-code',
    file: 'deploy/process/src/guesses.ts',
    code: `import 'fast-check';`,
  },
];

type Report = {
  summary: {
    violations: { from: string; rule: { name: string } }[];
    ruleSetUsed: { forbidden: { name: string }[] };
  };
};

async function plantAll(): Promise<Report['summary']> {
  const extra = {
    'services/gamma/package.json': '{"name":"@svc/gamma","type":"module"}',
    'services/gamma/src/domain/rule.ts': 'export const rule = 1;',
    'services/alpha/src/domain/hen.ts': `import './egg.ts'; export const hen = 1;`,
    'services/alpha/node_modules/undeclared/package.json': '{"name":"undeclared"}',
    'services/alpha/node_modules/undeclared/index.js': '',
  };
  const files = Object.fromEntries(plants.map(({ file, code }) => [file, code]));
  await using dir = await skeleton({ ...extra, ...files });
  const { output } = await runScript('boundaries', dir.path, ['--output-type', 'json']);
  const report: Report = JSON.parse(output);
  return report.summary;
}

const { violations, ruleSetUsed } = await plantAll();

test.each(plants)('the rule $rule catches $file', ({ rule, file }) => {
  const broken = violations.filter(({ from }) => from === file);
  expect(broken.map((violation) => violation.rule.name)).toContain(rule);
});

test('nothing else in the same run is called a violation', () => {
  const planted = new Set(plants.map(({ file }) => file));
  expect(violations.filter(({ from }) => !planted.has(from))).toEqual([]);
});

test('every rule has a planted violation', () => {
  const proven = new Set(plants.map(({ rule }) => rule));
  expect(ruleSetUsed.forbidden.filter(({ name }) => !proven.has(name))).toEqual([]);
});

test('a repository without violations passes', async () => {
  await using dir = await skeleton({});
  const { code, output } = await runScript('boundaries', dir.path);
  expect(output).toContain('no dependency violations found');
  expect(code).toBe(0);
});
