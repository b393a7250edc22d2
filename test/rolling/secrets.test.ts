/** `SVC_SECRET` of every role is replaced under load, in the steps of docs/operations/secrets.md. */
import { randomBytes } from 'node:crypto';
import { until } from '@svc/devnet';
import { currentKeyId } from '@svc/kit/encryption';
import { createTestDatabase } from '@svc/kit/testing/database';
import type { Processes } from '@svc/local/processes';
import { seedEnvironment } from '@svc/local/seed';
import { serviceNames, services } from '@svc/local/services';
import { verify } from '@svc/webhook-verify';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newDeliverer } from './deliveries.ts';
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
  let signedWith: string;
  const secrets = new Map(roles.map((role) => [role, { before: draw(), after: draw() }]));

  beforeAll(async () => {
    const secret = draw();
    const adminUrl = inject('postgresUrl');
    stage = await startRollingStage(
      await createTestDatabase({ adminUrl, services, secret }),
      secret,
    );
    processes = await stage.version();
    // Step 1 is done: all read what the new one will encrypt.
    for (const [role, { before, after }] of secrets) await start(role, `${before},${after}`);
    await seedEnvironment(stage.transport, 'live');
    const source = await loadOn(stage);
    load = source;
    signedWith = await subscribe(stage, source.tenant);
    const { book, deliver } = await newDeliverer(stage, source.tenant);
    await deliver(await book('delivered'));
  });
  afterAll(() => stage?.stop());

  const start = (role: string, SVC_SECRET: string) =>
    stage.roles.start(role, processes.start, { SVC_SECRET });

  /** Another process with this secret, or these, beside the one before it; then instead of it. */
  const replace = async (role: string, secret: string, running: RunningLoad) => {
    const before = await start(role, secret);
    const sent = running.sent();
    const what = 'requests to both';
    await until(() => running.sent() > sent + perSecond / 2, { timeoutMs: 60_000, what });
    expect([role, await stage.roles.end(before)]).toEqual([role, 0]);
  };

  it('are replaced under load: no request fails, and nothing is left under the old ones', {
    timeout: 600_000,
  }, async () => {
    const running = load.start({ label: 'secrets', perSecond });
    for (const [role, { before, after }] of secrets) {
      await replace(role, `${after},${before}`, running);
      const both = { SVC_SECRET: `${after},${before}` };
      if (ofService(role)) await processes.run(role, 'reencrypt', both);
      await replace(role, after, running);
    }
    const result = await running.finish();
    report(`secrets of ${secrets.size} roles were replaced`, result);
    expect(result.failures).toEqual({});
    await expectOnce(stage, 'secrets', result.booked);
    expectNoRepeat(stage, 0);
    const inUse = await keysInUse();
    expect(inUse).toEqual(
      expect.arrayContaining(keysOf(['accounts', 'custody', 'log', 'webhooks'])),
    );
    expect(keysOf(roles)).toEqual(expect.arrayContaining(inUse));
    for (const { body, headers } of stage.receiver.deliveries) {
      expect(verify(body, headers, [signedWith])).toMatchObject({ ok: true });
    }
  });

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
