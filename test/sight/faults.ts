/** Faults staged on the real stack, and the alerts that they fire, a minute lasting a second. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { type PrometheusServer, startPrometheus, until } from '@svc/devnet';
import { ruleGroups, rulesFile } from '@svc/monitoring/rules/groups';
import { shortened } from '@svc/monitoring/rules/rule';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Stage } from '../journeys/environment.ts';
import { bookingOf, newTenant, type Tenant } from '../journeys/tenants.ts';
import { connectAsAdmin } from '../nats/login.ts';
import { adminPorts } from './figures.ts';
import { type Receiver, receiveWebhooks } from './receivers.ts';
import type { Given } from './sight.ts';
import { type Held, heldTable, planted } from './stored-faults.ts';
import { startTraffic, type Traffic } from './traffic.ts';

const answer = z.object({
  data: z.object({ result: z.array(z.object({ metric: z.record(z.string(), z.string()) })) }),
});

/** Names of all alerts that have fired so far. */
async function firedAlerts({ url }: PrometheusServer): Promise<Set<string>> {
  const query = 'count_over_time(ALERTS{alertstate="firing"}[30m])';
  const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`);
  const { data } = answer.parse(await response.json());
  return new Set(data.result.flatMap(({ metric }) => metric.alertname ?? []));
}

export function stagedFaults(given: Given): void {
  let dir: string;
  let prometheus: PrometheusServer;
  let nats: NatsConnection;
  let hook: Receiver;
  let tenant: Tenant;
  let traffic: Traffic | undefined;
  const held: Held[] = [];
  const stage = (): Stage => given().stage;
  const stream = (): string => `${stage().settings.namespace}-jobs`;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'prometheus-'));
    const secured = stage().nats;
    if (!secured) throw new Error('a process per service has a NATS of its own');
    nats = await connectAsAdmin(secured);
    hook = await receiveWebhooks(() => 500);
    // A busy machine may answer the first call too late.
    tenant = await until(() => newTenant(stage()).catch(() => undefined), {
      timeoutMs: 120_000,
      what: 'a tenant to be created',
    });
    await tenant.send('POST /webhooks', { body: { url: hook.url, events: ['job.created'] } });
    const targets = await adminPorts(stage().logs);
    prometheus = await startPrometheus({
      dir,
      targets,
      rules: rulesFile(ruleGroups(shortened(60))),
      intervalSeconds: 1,
    });
    const unscraped = await missingOf([...targets.keys()], () => scrapedJobs(prometheus));
    expect(unscraped, 'processes that were never scraped').toEqual([]);
  });
  afterAll(async () => {
    await traffic?.stop();
    for (const { release } of held) await release();
    await prometheus?.stop();
    hook?.close();
    await nats?.close();
    if (dir) await rm(dir, { recursive: true, force: true });
  });

  const book = () =>
    tenant.send('POST /jobs', { body: bookingOf(tenant), key: crypto.randomUUID() });
  /** All of them have fired. */
  const fired = async (...names: string[]) => {
    const missing = await missingOf(names, () => firedAlerts(prometheus));
    expect(missing, 'alerts that did not fire').toEqual([]);
  };
  const hold = async (table: string) => held.push(await heldTable(stage(), table));

  it('no staged alert fires on a healthy stack', async () => {
    expect((await book()).status).toBe(201);
    const before = [...(await firedAlerts(prometheus))];
    expect(before.filter((name) => !/StorageFull|CertificateEnding/.test(name))).toEqual([]);
  });

  it('a certificate that ends within the month, as that of every test does, fires its alert', async () => {
    await fired('SvcCertificateEnding');
  });

  it('what is stored where it should not be fires its alerts', async () => {
    for (const statement of Object.values(planted)) await stage().owner.query(statement);
    await fired(...Object.keys(planted));
  });

  it('a stream that holds what is no event, and has lost one, fires its alerts', async () => {
    const jsm = await jetstreamManager(nats);
    nats.publish(`${stage().settings.namespace}.fact.jobs.noise`, 'no event');
    const { state } = await jsm.streams.info(stream());
    await jsm.streams.deleteMessage(stream(), state.first_seq);
    await fired('SvcDeadLetters', 'SvcStreamLostEvents');
  });

  it('a consumer and a stream that take nothing fire theirs', async () => {
    await hold('custody.custody_event');
    await book();
    const jsm = await jetstreamManager(nats);
    // The event of the next booking does not fit.
    await until(async () => await isDrained(stage()), { timeoutMs: 30_000, what: 'the outbox' });
    const { state } = await jsm.streams.info(stream());
    await jsm.streams.update(stream(), { max_msgs: state.messages });
    expect((await book()).status).toBe(201);
    await fired('SvcConsumerStuck', 'SvcOutboxStuck', 'SvcStreamFull', 'SvcWebhookAttemptsFailing');
  });

  it('tables that cannot be used fire the alerts of what clients notice', async () => {
    await stage().owner.query('alter table pricing.quote rename to quote_gone');
    await hold('jobs.job');
    traffic = startTraffic(tenant);
    await fired(
      'SvcBookingBudgetBurn',
      'SvcReadingBudgetBurn',
      'SvcRequestsShed',
      'SvcActionFaults',
    );
    await traffic.stop();
  });

  it('a process that died fires its alert', async () => {
    await stage().kill('files');
    await fired('SvcDown');
  });

  it('NATS that is away fires its alert', async () => {
    await stage().nats?.server().stop();
    await fired('SvcNatsAway');
    await stage().nats?.start();
  });
}

/** Those of the names that are not seen within a minute. */
async function missingOf(
  names: readonly string[],
  seen: () => Promise<ReadonlySet<string>>,
): Promise<readonly string[]> {
  let missing = names;
  const all = async () => {
    const found = await seen();
    missing = names.filter((name) => !found.has(name));
    return missing.length === 0;
  };
  await until(all, { timeoutMs: 60_000, what: 'all names' }).catch(() => undefined);
  return missing;
}

/** Names of the processes that have been scraped so far; under load a later scrape may be late. */
async function scrapedJobs({ url }: PrometheusServer): Promise<Set<string>> {
  const query = 'max_over_time(up[5m]) == 1';
  const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`);
  const { data } = answer.parse(await response.json());
  return new Set(data.result.flatMap(({ metric }) => metric.job ?? []));
}

async function isDrained({ owner }: Stage): Promise<boolean> {
  const { rows } = await owner.query('select 1 from jobs.outbox where published_at is null');
  return rows.length === 0;
}
