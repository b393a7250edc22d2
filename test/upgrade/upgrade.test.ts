/** From an earlier version to this one and back, role by role, under load. */
import { randomBytes } from 'node:crypto';
import { until } from '@svc/devnet';
import { commandLine } from '@svc/devnet/processes';
import type { Processes } from '@svc/local/processes';
import { seedEnvironment } from '@svc/local/seed';
import { services } from '@svc/local/services';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { Tenant } from '../journeys/tenants.ts';
import { expectBundles, expectChains } from '../rolling/chains.ts';
import { type Deliverer, newDeliverer, startDeliveries } from '../rolling/deliveries.ts';
import {
  expectInOrder,
  expectLedgerAddsUp,
  expectNoRepeat,
  expectOnce,
  report,
} from '../rolling/ledger.ts';
import { type LoadSource, loadOn } from '../rolling/load.ts';
import { startVisits } from '../rolling/person.ts';
import { roles } from '../rolling/roles.ts';
import { type RollingStage, startRollingStage } from '../rolling/stage.ts';
import { schemasOf, subscribe } from '../rolling/watched-stage.ts';
import { createEmptyDatabase } from './database.ts';
import { entryIn, rolesIn, scopesIn, servicesIn } from './release.ts';

const { SVC_UPGRADE_FROM: folder, SVC_UPGRADE_RATE: perSecond } = z
  .object({ SVC_UPGRADE_FROM: z.string(), SVC_UPGRADE_RATE: z.coerce.number() })
  .parse(process.env);
/** How long both versions of a role run beside each other, s. */
const besideSeconds = 2;
const moreMs = 60_000;

describe('upgrade', () => {
  let stage: RollingStage;
  let earlier: Processes;
  let ours: Processes;
  /** Roles that the earlier version has. */
  let common: readonly string[];
  let tenant: Tenant;
  let load: LoadSource;
  let deliverer: Deliverer;
  const booked: string[] = [];
  const delivered: string[] = [];

  beforeAll(async () => {
    const database = await createEmptyDatabase(inject('postgresUrl'));
    stage = await startRollingStage(database, randomBytes(32).toString('hex'));
    ours = await stage.version();
    earlier = await stage.version(entryIn(folder));
    const had = await rolesIn(folder);
    common = roles.filter((role) => had.includes(role));
    await migrate(earlier, await servicesIn(folder));
    for (const role of common) await stage.roles.start(role, earlier.start);
    for (const { pid } of earlier.children.values()) expect(commandLine(pid)).toContain(folder);
    await seedEnvironment(stage.transport, 'live', { withUsers: false });
    const source = await loadOn(stage, await scopesIn(folder));
    [load, tenant] = [source, source.tenant];
    await subscribe(stage, tenant);
    deliverer = await newDeliverer(stage, tenant);
  });
  afterAll(() => stage?.stop());

  const migrate = async (version: Processes, names: readonly string[]) => {
    const owner = { SVC_POSTGRES_URL: stage.settings.postgresUrl };
    for (const name of names) await version.run(name, 'migrate', owner);
  };

  const countMigrations = async (): Promise<number> => {
    const counts = (await schemasOf(stage.owner)).map(
      (schema) => `(select count(*) from ${schema}.migration)`,
    );
    const { rows } = await stage.owner.query<{ n: string }>(`select ${counts.join(' + ')} as n`);
    return Number(rows[0]?.n);
  };

  /** Of a page that needs no session: an earlier version may know no people. */
  const visitDesk = () => {
    const visits = startVisits((path) => fetch(stage.deskUrl + path), ['/signed-out']);
    return async () => expect(await visits.finish()).toEqual({});
  };

  type More = () => Promise<void>;
  const during = async (label: string, happens: (more: More) => Promise<void>) => {
    const running = load.start({ label, perSecond });
    const deliveries = startDeliveries(deliverer, label);
    const expectPages = common.includes('desk') ? visitDesk() : undefined;
    const more = async () => {
      const wanted = running.sent() + besideSeconds * perSecond;
      await until(() => running.sent() >= wanted, { timeoutMs: moreMs, what: 'more requests' });
    };
    await more();
    await happens(more);
    await more();
    const result = await running.finish();
    const brought = await deliveries.finish();
    report(`${label}, ${brought.length} jobs delivered`, result);
    booked.push(...result.booked);
    delivered.push(...brought);
    expect(result.failures).toEqual({});
    await expectPages?.();
    await expectOnce(stage, label, result.booked);
  };

  const replace = async (names: readonly string[], version: Processes, more: More) => {
    for (const role of names) {
      const before = await stage.roles.start(role, version.start);
      await more();
      expect([role, await stage.roles.end(before)]).toEqual([role, 0]);
    }
  };

  it('fails no request while schemas are migrated and each role is replaced', () =>
    during('upgrade', async (more) => {
      const names = services.map(({ contract }) => contract.name);
      const before = await countMigrations();
      await migrate(ours, names);
      const made = (await countMigrations()) - before;
      process.stdout.write(`${made} migrations, ${roles.length - common.length} new roles\n`);
      await more();
      await replace(roles, ours, more);
    }));

  it('fails no request while processes of the earlier version come back on the new schema', () =>
    during('way back', (more) => replace(common.toReversed(), earlier, more)));

  it('has told every event once and in order, and ledger and chains are right', async () => {
    expectNoRepeat(stage, 0);
    await expectInOrder(stage, [...booked, ...delivered]);
    await expectLedgerAddsUp(stage, delivered);
    await expectBundles(stage, tenant, delivered);
    await expectChains(tenant, booked);
  });
});
