/**
 * Secret, login to NATS and password in Postgres of every role are replaced under load, in the steps
 * of docs/operations/secrets.md.
 */
import { randomBytes } from 'node:crypto';
import { accounts, custody } from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { migrate } from '@svc/kit/database/migrate';
import { encrypt } from '@svc/kit/encryption';
import { createLogger } from '@svc/kit/log';
import type { Processes } from '@svc/local/processes';
import { seedEnvironment } from '@svc/local/seed';
import { services } from '@svc/local/services';
import { verify } from '@svc/webhook-verify';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Tenant } from '../journeys/tenants.ts';
import { createEmptyDatabase } from '../upgrade/database.ts';
import { expectBundles } from './chains.ts';
import {
  type Credentials,
  drawCredentials,
  isService,
  opensDatabase,
  opensNats,
  variablesOf,
} from './credentials.ts';
import { type Deliverer, newDeliverer } from './deliveries.ts';
import { expectNoRepeat, expectOnce, report } from './ledger.ts';
import { type LoadSource, loadOn, type RunningLoad } from './load.ts';
import { roles } from './roles.ts';
import { type RollingStage, startRollingStage } from './stage.ts';
import { subscribe } from './watched-stage.ts';

const hasNats = inject('natsUrl') !== undefined;
const perSecond = 10;
const log = createLogger({ name: 'test', level: 'silent' });

describe.skipIf(!hasNats)('secrets, logins and passwords of roles', () => {
  let stage: RollingStage;
  let processes: Processes;
  let load: LoadSource;
  let tenant: Tenant;
  let deliverer: Deliverer;
  let signedWith: string;
  const delivered: string[] = [];
  const credentials = new Map(
    roles.map((role) => [role, { before: drawCredentials(), after: drawCredentials() }]),
  );

  beforeAll(async () => {
    const database = await createEmptyDatabase(inject('postgresUrl'));
    stage = await startRollingStage(database, randomBytes(32).toString('hex'));
    processes = await stage.version();
    for (const [role, { before }] of credentials) {
      await migrateWith(role, [before]);
      await start(role, [before]);
    }
    await seedEnvironment(stage.transport, 'live');
    const source = await loadOn(stage);
    load = source;
    signedWith = await subscribe(stage, source.tenant);
    tenant = source.tenant;
    deliverer = await newDeliverer(stage, tenant);
    await deliver('before');
  });
  afterAll(() => stage?.stop());

  const deliver = async (key: string) => {
    const id = await deliverer.book(key);
    await deliverer.deliver(id);
    delivered.push(id);
  };
  /** The process knows these credentials; the first are in use. */
  const start = (role: string, held: readonly Credentials[]) =>
    stage.roles.start(role, processes.start, variablesOf(role, held));
  /** Makes a login in Postgres for each password, and drops all others. */
  const migrateWith = async (role: string, held: readonly Credentials[]) => {
    const service = services.find(({ contract }) => contract.name === role);
    if (!service) return;
    const login = { password: variablesOf(role, held).SVC_DATABASE_PASSWORD };
    const { migrations } = service;
    await migrate({ url: stage.settings.postgresUrl, service: role, migrations, login, log });
  };

  const more = (running: RunningLoad) => {
    const sent = running.sent();
    const what = 'requests to both';
    return until(() => running.sent() > sent + perSecond / 2, { timeoutMs: 60_000, what });
  };

  /** Another process with these credentials beside the one before it; then instead of it. */
  const replace = async (role: string, held: readonly Credentials[], running: RunningLoad) => {
    const before = await start(role, held);
    await more(running);
    expect([role, await stage.roles.end(before)]).toEqual([role, 0]);
  };

  const replaceAll = async (role: string, running: RunningLoad) => {
    const { before, after } = of(role);
    const login = stage.nats.login(role);
    // All replicas know the new secret before one of them uses it, and servers accept the new logins.
    await stage.nats.add(role);
    await migrateWith(role, [before, after]);
    await replace(role, [before, after], running);
    stage.nats.use(role);
    await replace(role, [after, before], running);
    if (isService(role)) await processes.run(role, 'reencrypt', variablesOf(role, [after, before]));
    await stage.nats.drop(role);
    await migrateWith(role, [after]);
    await more(running);
    await replace(role, [after], running);
    await expectRefusal(role, login);
  };

  /** The old logins are refused, the new ones accepted. */
  const expectRefusal = async (role: string, login: NodeJS.ProcessEnv) => {
    expect([role, await opensNats(role, login)]).toEqual([role, false]);
    expect([role, await opensNats(role, stage.nats.login(role))]).toEqual([role, true]);
    if (!isService(role)) return;
    const { before, after } = of(role);
    const opened = [before, after].map(({ password }) =>
      opensDatabase(stage.settings.postgresUrl, role, password),
    );
    expect([role, ...(await Promise.all(opened))]).toEqual([role, false, true]);
  };

  it('are replaced under load: no request fails, the old ones are refused, nothing is left under them', {
    // 36 processes start one after another, and a cold chain is certified at the end.
    timeout: 1_200_000,
  }, async () => {
    const running = load.start({ label: 'secrets', perSecond });
    for (const role of roles) {
      await replaceAll(role, running);
      if (role === 'custody') await rotateKeys(running);
    }
    const result = await running.finish();
    report(`secrets, logins and passwords of ${roles.length} roles were replaced`, result);
    expect(result.failures).toEqual({});
    await expectOnce(stage, 'secrets', result.booked);
    expectNoRepeat(stage, 0);
    await deliver('after');
    await expectBundles(stage, tenant, delivered);
    expect(await certificateKeysInUse()).toBe(2);
    const inUse = await keysInUse();
    expect(inUse).toEqual(
      expect.arrayContaining(keysOf(['accounts', 'custody', 'log', 'webhooks'])),
    );
    expect(keysOf(roles)).toEqual(expect.arrayContaining(inUse));
    for (const { body, headers } of stage.receiver.deliveries) {
      const verdict = verify(body, headers, [signedWith], { toleranceS: 3_600 });
      expect(verdict).toMatchObject({ ok: true });
    }
  });

  /** Of access tokens and of certificates: what the old ones signed is answered as before. */
  const rotateKeys = async (running: RunningLoad) => {
    const meta = { tenant: 'ten_operator', actor: 'test', requestId: 'test' };
    const clients = createClients({ accounts, custody }, stage.transport, meta);
    const signing = await clients.accounts.rotateSigningKey({});
    const certificates = await clients.custody.rotateCertificateKey({});
    const published = [
      ...(await clients.accounts.jwks({})).keys,
      ...(await clients.custody.certificateKeys({})).keys,
    ].map(({ kid }) => kid);
    expect(published).toEqual(expect.arrayContaining([signing.kid, certificates.kid]));
    await more(running);
  };

  /** How many keys signed the certificates of the two deliveries. */
  const certificateKeysInUse = async (): Promise<number> => {
    const { rows } = await stage.owner.query(
      'select count(distinct kid)::int as n from custody.certificate where job_id = any($1)',
      [delivered],
    );
    return rows[0]?.n;
  };

  const columns = services.flatMap(({ contract: { name }, encrypted = [] }) =>
    [{ table: 'receipt', column: 'outcome' }, ...encrypted].map((each) => ({ name, ...each })),
  );

  /** `<service> <id of the key>` of all that is stored encrypted. */
  const keysInUse = async (): Promise<string[]> => {
    const found = columns.map(
      ({ name, table, column }) =>
        `select '${name} ' || right(${column}::text, 8) as key from ${name}.${table}
          where ${column}::text ~ '^v1\\.[A-Za-z0-9_-]{16}\\.'`,
    );
    const { rows } = await stage.owner.query<{ key: string }>(
      `${found.join(' union ')} order by 1`,
    );
    return rows.map(({ key }) => key);
  };
  const of = (role: string) => {
    const found = credentials.get(role);
    if (!found) throw new Error(`${role} has no credentials`);
    return found;
  };
  const keysOf = (names: readonly string[]) =>
    names.map((role) => `${role} ${keyIdUnder(of(role).after.secret)}`);
});

/** Id of the current key: the last part of what it encrypts. */
const keyIdUnder = (secrets: string) => encrypt(secrets, '', '').split('.').at(-1);
