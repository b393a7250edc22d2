import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { type Files, runScript } from './copy.ts';
import { skeleton } from './skeleton.ts';

/** Rules, and for each the files that break it. */
const plants: Record<string, Files> = {
  'domain-is-pure': {
    'services/alpha/src/domain/reads-a-file.ts': `import 'node:fs';`,
    'services/alpha/src/domain/asks-the-store.ts': `import '../store/jobs.ts';`,
    'services/alpha/src/domain/knows-a-table.ts': `export type T = import('../store/schema.ts').Tables;`,
    'services/alpha/src/domain/makes-ids.ts': `import '@svc/kit/ids';`,
    'services/alpha/src/domain/queries.ts': `export type Db = import('kysely').Kysely<object>;`,
  },
  'domain-takes-types-of-zod': {
    'services/alpha/src/domain/parses.ts': `import { z } from 'zod'; export const id = z.string();`,
  },
  'store-only-stores': {
    'services/alpha/src/store/acts.ts': `import '../actions/book.ts';`,
    'services/alpha/src/store/drives.ts': `import 'pg';`,
  },
  'store-takes-types-only': {
    'services/alpha/src/store/parses.ts': `export { job } from '@svc/contracts';`,
  },
  'metrics-define': {
    'services/alpha/src/workflows/metrics.ts': `import '../actions/book.ts';`,
  },
  'handlers-stay-home': {
    'services/alpha/src/actions/binds.ts': `import '@svc/kit/bind';`,
    'services/alpha/src/reactions/borrows.ts': `import '../actions/book.ts';`,
    'services/alpha/src/tasks/enqueues-itself.ts': `import '../schedules/expire.ts';`,
    'services/alpha/src/workflows/calls-an-action.ts': `import '../actions/book.ts';`,
  },
  'handlers-do-not-speak-protocols': {
    'services/alpha/src/tasks/uses-a-runner.ts': `import 'graphile-worker';`,
    'services/alpha/src/schedules/uses-fastify.ts': `import 'fastify';`,
    'services/alpha/src/schedules/uses-graphile-worker.ts': `import 'graphile-worker';`,
    'services/alpha/src/schedules/uses-moleculer.ts': `import 'moleculer';`,
    'services/alpha/src/schedules/uses-transport-node.ts': `import '@nats-io/transport-node';`,
    'services/alpha/src/schedules/uses-pg.ts': `import 'pg';`,
  },
  'adapters-wrap-a-library': {
    'services/alpha/src/adapters/reads-a-table.ts': `import '../store/schema.ts';`,
  },
  'define-binds': {
    'services/beta/src/define.ts': `import './domain/thing.ts';`,
  },
  'service-lists': {
    'services/gamma/src/service.ts': `import './domain/rule.ts';`,
  },
  'no-service-in-a-service': {
    'services/beta/src/actions/peeks.ts': `import '@svc/alpha/domain/job';`,
    'services/beta/src/domain/types.ts': `export type {} from '../../../alpha/src/domain/job.ts';`,
    'services/beta/test/peeks.test.ts': `await import('@svc/alpha/service');`,
  },
  'gateway-is-a-client': {
    'gateway/src/serves.ts': `import '@svc/kit/service';`,
    'gateway/src/calls.ts': `import '@svc/alpha/service';`,
  },
  'gateway-has-no-database': {
    'gateway/src/uses-graphile-worker.ts': `import 'graphile-worker';`,
    'gateway/src/uses-kysely.ts': `import 'kysely';`,
    'gateway/src/uses-transport-node.ts': `import '@nats-io/transport-node';`,
    'gateway/src/uses-pg.ts': `import 'pg';`,
    'desk/src/uses-pg.ts': `import 'pg';`,
  },
  'gateway-tests-need-no-service': {
    'gateway/test/whole.test.ts': `import '@svc/alpha/service';`,
  },
  'desk-is-a-client': {
    'desk/src/serves.ts': `import '@svc/kit/service';`,
    'desk/src/borrows.ts': `import '@svc/gateway/main';`,
  },
  'web-knows-nothing': {
    'packages/web/src/asks.ts': `import '@svc/kit/client';`,
  },
  'verifier-runs-in-browsers': {
    'packages/proof/src/log/reads-a-file.ts': `import 'node:fs';`,
    'packages/proof/src/verify/cosigns.ts': `import '../witness/witness.ts';`,
  },
  'kit-knows-contracts-alone': {
    'packages/kit/src/boots.ts': `import '@svc/devnet';`,
    'packages/kit/src/knows-alpha.ts': `import '@svc/alpha/domain/job';`,
  },
  'contracts-need-zod-alone': {
    'packages/contracts/src/throws.ts': `import '@svc/kit/refusal';`,
    'packages/contracts/src/hashes.ts': `import 'node:crypto';`,
  },
  'no-tests-in-code': {
    'services/alpha/src/actions/cheats.ts': `import '@svc/kit/testing';`,
    'services/alpha/src/domain/cheats.ts': `import './job.test.ts';`,
    'deploy/local/src/cheats.ts': `import './start.test.ts';`,
  },
  'packages-below-services': {
    'packages/devnet/src/climbs-0.ts': `import '@svc/alpha/service';`,
    'packages/devnet/src/climbs-1.ts': `import '@svc/gateway/main';`,
    'packages/devnet/src/climbs-2.ts': `import '@svc/local/start';`,
    'packages/kit/test/climbs.test.ts': `import '@svc/alpha/service';`,
    'packages/devnet/src/types.ts': `export type {} from '../../../services/alpha/src/service.ts';`,
  },
  'nothing-imports-deploy': {
    'services/alpha/test/boots.test.ts': `import '@svc/local/start';`,
    'gateway/src/boots.ts': `await import('@svc/process/main');`,
  },
  'nothing-imports-the-test-room': {
    'packages/kit/test/borrows.test.ts': `import '../../../test/journeys/day.test.ts';`,
  },
  'no-circular': {
    'services/alpha/src/domain/egg.ts': `import { hen } from './hen.ts'; export const egg = hen;`,
  },
  'no-circle-of-rooms': {
    'packages/kit/src/high/floor.ts': `import '../low/floor.ts';`,
    'packages/kit/src/low/climbs.ts': `import '../high/floor.ts';`,
    'desk/src/pages/high/floor.ts': `import '../low/floor.ts';`,
    'desk/src/pages/low/climbs.ts': `import '../high/floor.ts';`,
  },
  'no-unresolvable': {
    'services/alpha/src/domain/lost.ts': `import './gone.ts';`,
  },
  'no-undeclared-package': {
    'services/alpha/src/actions/lucky.ts': `import 'undeclared';`,
  },
  'no-dev-package-in-code': {
    'services/alpha/src/actions/guesses.ts': `import 'fast-check';`,
    'deploy/process/src/guesses.ts': `import 'fast-check';`,
  },
};

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
    'packages/kit/src/low/floor.ts': '',
    'desk/src/pages/low/floor.ts': '',
    'services/alpha/src/domain/hen.ts': `import './egg.ts'; export const hen = 1;`,
    'services/alpha/node_modules/undeclared/package.json': '{"name":"undeclared"}',
    'services/alpha/node_modules/undeclared/index.js': '',
  };
  await using dir = await skeleton(Object.assign(extra, ...Object.values(plants)));
  const { output } = await runScript('boundaries', dir.path, ['--output-type', 'json']);
  const report: Report = JSON.parse(output);
  return report.summary;
}

const { violations, ruleSetUsed } = await plantAll();

/** A rule about rooms names the folder of a file. */
const isAt = (from: string) => (file: string) => file === from || dirname(file) === from;

test.each(Object.entries(plants))('the rule %s catches each file that breaks it', (rule, files) => {
  const broken = violations.filter((violation) => violation.rule.name === rule);
  const missed = Object.keys(files).filter((file) => !broken.some(({ from }) => isAt(from)(file)));
  expect(missed).toEqual([]);
});

test('every rule has a planted violation, and nothing else is called one', () => {
  expect(ruleSetUsed.forbidden.filter(({ name }) => !Object.hasOwn(plants, name))).toEqual([]);
  const planted = Object.values(plants).flatMap((files) => Object.keys(files));
  expect(violations.filter(({ from }) => !planted.some(isAt(from)))).toEqual([]);
});

test('a repository without violations passes', async () => {
  await using dir = await skeleton({});
  const { code, output } = await runScript('boundaries', dir.path);
  expect(output).toContain('no dependency violations found');
  expect(code).toBe(0);
});
