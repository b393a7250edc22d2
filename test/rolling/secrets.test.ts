/** `SVC_SECRET` of every role is replaced under load, in the steps of docs/operations/secrets.md. */
import { randomBytes } from 'node:crypto';
import { accounts, custody } from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { currentKeyId } from '@svc/kit/encryption';
import { createTestDatabase } from '@svc/kit/testing/database';
import type { Processes } from '@svc/local/processes';
import { seedEnvironment } from '@svc/local/seed';
import { serviceNames, services } from '@svc/local/services';
import { verify } from '@svc/webhook-verify';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Tenant } from '../journeys/tenants.ts';
import { expectBundles } from './chains.ts';
import { type Deliverer, newDeliverer } from './deliveries.ts';
import { expectNoRepeat, expectOnce, report } from './ledger.ts';
import { type LoadSource, loadOn, type RunningLoad } from './load.ts';
import { roles } from './roles.ts';
import { type RollingStage, startRollingStage } from './stage.ts';
import { subscribe } from './watched-stage.ts';

const hasNats = inject('natsUrl') !== undefined;
const perSecond = 10;
const ofService = (role: string) => serviceNames.some((name) => name === role);
const draw = () => randomBytes(32).toString('hex');

describe.skipIf(!hasNats)('secrets of roles', () => {
  let stage: RollingStage;
  let processes: Processes;
  let load: LoadSource;
  let tenant: Tenant;
  let deliverer: Deliverer;
  let signedWith: string;
  const delivered: string[] = [];
  const secrets = new Map(roles.map((role) => [role, { before: draw(), after: draw() }]));

  beforeAll(async () => {
    const secret = draw();
    const adminUrl = inject('postgresUrl');
    stage = await startRollingStage(
      await createTestDatabase({ adminUrl, services, secret }),
      secret,
    );
    processes = await stage.version();
    for (const [role, { before }] of secrets) await start(role, before);
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
  const start = (role: string, SVC_SECRET: string) =>
    stage.roles.start(role, processes.start, { SVC_SECRET });

  const more = (running: RunningLoad) => {
    const sent = running.sent();
    const what = 'requests to both';
    return until(() => running.sent() > sent + perSecond / 2, { timeoutMs: 60_000, what });
  };

  /** Another process with this secret, or these, beside the one before it; then instead of it. */
  const replace = async (role: string, secret: string, running: RunningLoad) => {
    const before = await start(role, secret);
    await more(running);
    expect([role, await stage.roles.end(before)]).toEqual([role, 0]);
  };

  it('are replaced under load: no request fails, and nothing is left under the old ones', {
    timeout: 600_000,
  }, async () => {
    const running = load.start({ label: 'secrets', perSecond });
    for (const [role, { before, after }] of secrets) {
      // All replicas read what the new one will encrypt, before one of them uses it.
      await replace(role, `${before},${after}`, running);
      await replace(role, `${after},${before}`, running);
      const both = { SVC_SECRET: `${after},${before}` };
      if (ofService(role)) await processes.run(role, 'reencrypt', both);
      await replace(role, after, running);
      if (role === 'custody') await rotateKeys(running);
    }
    const result = await running.finish();
    report(`secrets of ${secrets.size} roles were replaced`, result);
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
      expect(verify(body, headers, [signedWith])).toMatchObject({ ok: true });
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
  const keysOf = (names: readonly string[]) =>
    names.map((role) => `${role} ${currentKeyId(secrets.get(role)?.after ?? '')}`);
});
