/** `ops` over NATS as the operator's user, against processes with users and secrets of their own. */
import { randomBytes } from 'node:crypto';
import { until } from '@svc/devnet';
import { operatorRole } from '@svc/kit/nats-subjects';
import { environmentVariables } from '@svc/local/settings';
import { linkOverNats } from '@svc/process/operator-link';
import { runOps } from '@svc/process/ops/program';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type FaultStack, startStack } from '../faults/stack.ts';
import { recordedShell } from './recorded-shell.ts';

describe.skipIf(!inject('natsUrl'))('ops', () => {
  let stack: FaultStack;
  beforeAll(async () => {
    stack = await startStack({ postgresUrl: inject('postgresUrl'), replicas: ['jobs#2'] });
  });
  afterAll(() => stack?.stop());

  const ops = (...args: string[]) => opsIn({}, ...args);
  const opsIn = async (more: NodeJS.ProcessEnv, ...args: string[]) => {
    const { settings } = stack;
    const own = settings.ofRole?.(operatorRole);
    const env = { ...environmentVariables(settings), ...own, ...more };
    const { shell, printed } = recordedShell(() => linkOverNats(env));
    const how = { name: 'ops', reaches: 'This environment.', hasSandbox: false };
    return { code: await runOps(args, shell, how), ...printed };
  };
  const json = async (...args: string[]) => {
    const { code, out, err } = await ops('--json', ...args);
    return { code, err, ...JSON.parse(out) };
  };

  describe('status', () => {
    it('shows roles that answer with health, version and processes, and fails for the others', async () => {
      const { code, roles } = await json('status');
      expect(code).toBe(1);
      const byRole = new Map<string, Record<string, unknown>>(
        roles.map((role: { role: string }) => [role.role, role]),
      );
      for (const role of ['accounts', 'pricing', 'jobs', 'gateway']) {
        expect(byRole.get(role)).toMatchObject({
          answers: true,
          ready: true,
          version: 'development',
          revision: 'unknown',
        });
      }
      expect(byRole.get('jobs')?.processes).toHaveLength(2);
      expect(byRole.get('gateway')?.processes).toHaveLength(1);
      expect(byRole.get('billing')).toEqual({ role: 'billing', answers: false, processes: [] });
      const { out } = await ops('status');
      expect(out).toMatch(/^jobs +ready +development +unknown +2 +0 /m);
      expect(out).toMatch(/^billing +no answer/m);
    });

    it('reads no secret of the role in whose pod it runs', async () => {
      const names = ['SECRET', 'DATABASE_URL', 'DATABASE_PASSWORD', 'NATS_SEED'];
      const files = names.map((name) => [`SVC_${name}_FILE`, `/run/roles/{role}/${name}`]);
      const { out } = await opsIn(Object.fromEntries(files), 'status');
      expect(out).toMatch(/^jobs +ready/m);
    });

    it('shows what waits in each service', async () => {
      await stack.db.query(`
        insert into jobs.parked_event (tenant_id, job_id, consumer, producer, series, sequence, envelope, parked_at)
        values ('ten_x', 'job_x', 'jobs-tracking', 'tracking', 0, 7, '{"id":"evt_parked"}', now() - interval '1 hour')`);
      const { out } = await ops('status');
      expect(out).toMatch(/^svc_events_parked jobs-tracking: 1$/m);
      expect(out).toMatch(/^jobs +.* 1, 36\d\d s/m);
      await stack.db.query(`delete from jobs.parked_event where job_id = 'job_x'`);
    });

    it('says so where nothing answers on the bus', async () => {
      const { shell, printed } = recordedShell(() =>
        Promise.reject(new Error('No npm start runs here.')),
      );
      const how = { name: 'ops', reaches: '', hasSandbox: false };
      expect(await runOps(['status'], shell, how)).toBe(1);
      expect(printed).toEqual({ out: '', err: 'No npm start runs here.\n' });
    });
  });

  describe('dead letters', () => {
    const tenant = `ten_${randomBytes(6).toString('hex')}`;
    const letter = (id: string, data: object) => ({
      ...{ id, type: 'sandbox.expired', tenant_id: tenant, job_id: null, sequence: 0 },
      ...{ created_at: new Date().toISOString(), data, internals: {} },
    });
    const store = (id: string, envelope: unknown, at: string) =>
      stack.db.query(
        `insert into jobs.dead_letter (consumer, event_id, envelope, deliveries, created_at)
         values ('jobs-accounts', $1, $2, 9, $3)`,
        [id, JSON.stringify(envelope), at],
      );
    const stored = async () => {
      const { dead_letters } = await json('dead-letters', 'jobs');
      return dead_letters.map(({ event_id }: { event_id: string }) => event_id);
    };

    it('are listed, the oldest first, with what is no event', async () => {
      await store('evt_b', letter('evt_b', { tenant_id: tenant }), '2026-01-02T00:00:00Z');
      await store('evt_c', letter('evt_c', { tenant_id: 7 }), '2026-01-01T00:00:00Z');
      await store('msg_a', 'no event', '2026-01-03T00:00:00Z');
      const { code, err, dead_letters } = await json('dead-letters');
      // Services that are away are named, and what the others have is shown.
      expect(code).toBe(1);
      expect(err).toContain('billing does not answer.');
      expect(err).not.toContain('jobs does not answer.');
      expect(dead_letters).toEqual([
        expect.objectContaining({ service: 'jobs', event_id: 'evt_c', type: 'sandbox.expired' }),
        {
          service: 'jobs',
          consumer: 'jobs-accounts',
          event_id: 'evt_b',
          type: 'sandbox.expired',
          tenant_id: tenant,
          job_id: null,
          deliveries: 9,
          created_at: '2026-01-02T00:00:00.000Z',
        },
        expect.objectContaining({ event_id: 'msg_a', type: null }),
      ]);
      expect((await ops('dead-letters', 'jobs')).out).toMatch(/jobs-accounts +msg_a +no event/);
      expect((await json('dead-letters', 'pricing')).dead_letters).toEqual([]);
    });

    it('are read to the last page', async () => {
      await stack.db.query(`
        insert into jobs.dead_letter (consumer, event_id, envelope, deliveries, created_at)
        select 'jobs-custody', 'many_' || n, '"x"', 1, now() from generate_series(1, 450) n`);
      expect(await stored()).toHaveLength(453);
      await stack.db.query(`delete from jobs.dead_letter where consumer = 'jobs-custody'`);
    });

    it('are handled again: what succeeds is gone, what fails stays and says why', async () => {
      const first = await json('redrive', 'jobs', '--all');
      expect(first.code).toBe(1);
      expect(first.results).toEqual([
        {
          event_id: 'evt_c',
          consumer: 'jobs-accounts',
          error: expect.stringMatching(/expected string/),
        },
        { event_id: 'evt_b', consumer: 'jobs-accounts', error: null },
      ]);
      expect(await stored()).toEqual(['evt_c', 'msg_a']);
      const { rows } = await stack.db.query(
        'select tenant_id from jobs.expired_tenant where tenant_id = $1',
        [tenant],
      );
      expect(rows).toHaveLength(1);
      await stack.db.query(`update jobs.dead_letter set envelope = $1 where event_id = 'evt_c'`, [
        JSON.stringify(letter('evt_c', { tenant_id: tenant })),
      ]);
      const second = await ops('redrive', 'jobs', 'evt_c');
      expect([second.code, second.out]).toEqual([0, '1 handled, 0 stay\n']);
      expect(await stored()).toEqual(['msg_a']);
    });

    it.each([
      [['redrive', 'jobs', 'evt_nowhere'], 1, 'jobs has no dead letter of an event evt_nowhere.'],
      [['redrive', 'jobs'], 2, 'name one event, or --all'],
      [['redrive', 'jobs', 'evt_a', '--all'], 2, 'name one event, or --all'],
      [['redrive', 'job', '--all'], 2, 'Did you mean jobs?'],
      [['dead-letters', 'observer'], 2, 'there is no service "observer"'],
      [['dead-leters'], 2, 'Did you mean dead-letters?'],
      [['redrive', 'billing', '--all'], 1, 'billing does not answer.'],
    ])('refuses %j and says why', async (args, code, text) => {
      const result = await ops(...args);
      expect([result.code, result.out]).toEqual([code, '']);
      expect(result.err).toContain(text);
    });
  });

  describe('tasks', () => {
    const add = async () => {
      const { rows } = await stack.db.query<{ id: string }>(
        `select id::text from jobs_worker.add_job('play-scenario',
           '{"tenant_id":"ten_none","job_id":"job_none","step":0}', run_at => now() + interval '1 hour')`,
      );
      const [{ id = '' } = {}] = rows;
      await stack.db.query(
        `update jobs_worker._private_jobs set attempts = max_attempts, last_error = 'no post today'
          where id = $1`,
        [id],
      );
      return id;
    };
    const givenUp = async () => {
      const { services } = await json('tasks', 'list', 'jobs');
      return services[0].given_up.map(({ id }: { id: string }) => id);
    };

    it('that were given up are listed, and tried again', async () => {
      const [one, other] = [await add(), await add()];
      const { services } = await json('tasks', 'jobs');
      expect(services).toMatchObject([
        {
          service: 'jobs',
          counts: expect.arrayContaining([
            expect.objectContaining({ task: 'play-scenario', given_up: 2 }),
          ]),
        },
      ]);
      expect((await ops('tasks')).out).toMatch(
        new RegExp(`^jobs +${one} +play-scenario +\\S+ +no post today$`, 'm'),
      );
      expect(await json('tasks', 'retry', 'jobs', one)).toEqual({
        code: 0,
        err: '',
        retried: [one],
      });
      expect(await givenUp()).toEqual([other]);
      expect((await json('tasks', 'retry', 'jobs', '--all')).retried).toEqual([other]);
      await until(async () => (await givenUp()).length === 0, { timeoutMs: 60_000, what: 'none' });
      expect((await ops('tasks', 'retry', 'jobs', '999999')).code).toBe(1);
    });

    it.each([
      [['tasks', 'retry', 'jobs'], 'name tasks, or --all'],
      [['tasks', 'retry', 'jobs', 'x1'], '"x1" is no id of a task'],
    ])('refuses %j and says why', async (args, text) => {
      const result = await ops(...args);
      expect([result.code, result.out]).toEqual([2, '']);
      expect(result.err).toContain(text);
    });
  });

  describe('tenants and keys', () => {
    it('are created, listed and revoked', async () => {
      const { id } = await json('tenants', 'create', 'Ops Lab');
      expect((await json('tenants')).tenants).toContainEqual(
        expect.objectContaining({ id, name: 'Ops Lab', carrier: false }),
      );
      const scopes = ['--scope', 'jobs:read', '--scope', 'jobs:write'];
      const client = await json('keys', 'create-client', id, 'LIS', ...scopes);
      const key = await json('keys', 'create-api-key', id, 'Shop');
      expect(client.client_secret).toBeTruthy();
      expect(key.api_key).toMatch(/^svc_live_/);
      for (const credential of [client.client_id, key.key_id]) {
        expect((await ops('keys', 'revoke', id, credential)).out).toBe(`${credential} revoked\n`);
      }
      const { credentials } = await json('keys', 'list', id);
      expect(credentials.map((each: { id: string }) => each.id)).toEqual([
        ...[key.key_id, client.client_id],
      ]);
      expect(JSON.stringify(credentials)).not.toContain(client.client_secret);
      for (const { revoked_at } of credentials) expect(revoked_at).not.toBeNull();
    });

    it('are found beyond 1,000 others, the newest first', async () => {
      const { id } = await json('tenants', 'create', 'Busy Lab');
      await stack.db.query(
        `insert into accounts.client (tenant_id, id, name, scopes, secret_hash, created_at, revoked_at)
         select $1, 'cli_0' || lpad(n::text, 25, '0'), 'Before', '{}', '', now(), now()
           from generate_series(1, 1200) n`,
        [id],
      );
      const { client_id } = await json('keys', 'create-client', id, 'LIS', '--scope', 'jobs:read');
      const { credentials } = await json('keys', 'list', id);
      expect([credentials.length, credentials[0].id]).toEqual([1_201, client_id]);
      expect((await ops('keys', 'revoke', id, client_id)).out).toBe(`${client_id} revoked\n`);
    });

    it('a new signing key is published', async () => {
      const { kid } = await json('keys', 'rotate-signing');
      expect(kid).toEqual(expect.any(String));
    });

    it.each([
      [['keys', 'create-client', 'ten_demo', 'LIS', '--scope', 'ops:dispatch'], 3, 'carrier_only'],
      [['keys', 'create-client', 'ten_demo', 'LIS', '--scope', 'jobs:fly'], 2, '--scope'],
      [['keys', 'create-client', 'ten_demo', 'LIS'], 2, '--scope'],
      [
        ['keys', 'revoke', 'ten_demo', 'cli_none'],
        1,
        'ten_demo has no client or API key cli_none.',
      ],
      [['tenants', 'create', ''], 3, 'name'],
      [['keys', 'list'], 2, 'tenant'],
      [['tenants', '--colour=red'], 2, '--colour'],
    ])('refuses %j and says why', async (args, code, text) => {
      const result = await ops(...args);
      expect([result.code, result.out]).toEqual([code, '']);
      expect(result.err).toContain(text);
    });
  });
});
