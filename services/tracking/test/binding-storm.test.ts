/**
 * Phones report boxes late, repeatedly and by wrong clocks, while the desk binds and the writer is
 * killed between any two of its statements: nothing is in two places, and nothing is half stored.
 * At length, with figures: SVC_STORM_RUNS=1000 npm test -- services/tracking/test/binding-storm
 */
import { tracking } from '@svc/contracts';
import { type Chance, chancesOf } from '@svc/kit/testing/chance';
import { killsWriters } from '@svc/kit/testing/killed-writer';
import { newTenant } from '@svc/kit/testing/service-test';
import type { Reply } from '@svc/kit/transport';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { moment } from './collected-job.ts';
import { heldJob } from './job-events.ts';

const runs = Number(process.env.SVC_STORM_RUNS ?? 50);
const seed = Number(process.env.SVC_SEED ?? 1);
const [handOver, rounds] = [4, 8];

const app = trackingTest({ SVC_TELEMETRY_POLL_MS: '50' });
const killer = killsWriters(app, {
  schema: 'tracking',
  tables: ['asset', 'binding', 'tracked_job', 'receipt', 'inbox', 'job_sequence', 'outbox'],
});
beforeAll(killer.install);
const seen = { requests: 0, refused: 0, kills: 0 };
afterAll(() => {
  if (runs > 50) process.stdout.write(`${runs} runs: ${JSON.stringify(seen)}\n`);
});

/** Two vans, three boxes, three probes and two jobs of two parcels. */
async function newYard() {
  const [tenant, customer] = [newTenant(), newTenant()];
  const own = app.as(tenant);
  const van = (no: number) => own.createVehicle({ registration: `CA ${no} ${tenant}` });
  const vans = [(await van(1)).id, (await van(2)).id] as const;
  const box = (identifier: string) => own.createAsset({ identifier, kind: 'cool_box' });
  const boxes = [await box('A'), await box('B'), await box('C')] as const;
  const probes = ['P-1', 'P-2', 'P-3'] as const;
  for (const device_id of probes) await own.createDevice({ device_id, vehicle_id: vans[0] });
  const jobs = [`job_1_${tenant}`, `job_2_${tenant}`] as const;
  const its = { class: '2-8C', tenant: customer, vehicle_id: vans[0] } as const;
  const [held] = jobs.map((id) => heldJob({ id, ...its }));
  /** Of the first job. */
  const tell = async (what: 'collected' | 'delivered', minute: number) => {
    const about = { id: `${what} ${tenant}`, producer: 'jobs', tenant_id: customer };
    const [created_at, sequence] = [moment(minute), what === 'collected' ? 1 : 2];
    const event = held && { ...held[what](created_at), ...about, sequence, created_at };
    await killer.survived(async () => {
      await app.consume('jobs', event ? [event] : []);
      return {};
    });
  };
  return { tenant, vans, boxes, probes, jobs, tell };
}
type Yard = Awaited<ReturnType<typeof newYard>>;

type Action = 'packBox' | 'bindAsset' | 'endBinding';
/** Under its key it is one request, repeated; a phone may have lost it. */
type Request = { action: Action; input: object; key: string | null; replies: Reply[] };

/** By a clock that is minutes off, of what was done minutes ago. */
function requestOf(chance: Chance, yard: Yard & { known: string[]; round: number }) {
  const { pick, oneIn, between } = chance;
  const at = moment(yard.round + between(-6, 2));
  const [{ id, identifier }, job_id] = [pick(yard.boxes), pick(yard.jobs)];
  const parcels = pick([null, ['1', '2'], ['1'], ['2']]);
  const outer = pick(yard.boxes);
  const packed = {
    ...{ id: job_id, identifier, parcels, at, courier_id: 'drv_1' },
    ...(oneIn(3) && { into: outer.identifier }),
  };
  const [device_id, vehicle_id] = [pick(yard.probes), pick(yard.vans)];
  const subject = pick<object>([
    { job_id, parcels },
    { device_id },
    { vehicle_id },
    { in_asset_id: outer.id },
  ]);
  const bound = { id, ...subject, replace: oneIn(2), ...(oneIn(2) && { from: at }) };
  const [ended] = chance.shuffled(yard.known);
  const [action, input] = pick<[Action, object]>([
    ['packBox', packed],
    ['packBox', packed],
    ['bindAsset', bound],
    ended ? ['endBinding', { id: ended, to: at }] : ['bindAsset', bound],
  ]);
  return { action, input, key: pick([null, `${yard.tenant} ${between(0, 1e9)}`]), replies: [] };
}

const idOf = (reply: Reply): string[] =>
  'ok' in reply ? [tracking.actions.bindAsset.output.parse(reply.ok).id] : [];

async function storm(chance: Chance): Promise<void> {
  app.clock.set(moment(0));
  const yard = await newYard();
  const { tenant } = yard;
  await killer.start(chance);
  await yard.tell('collected', 0);
  const sent: Request[] = [];
  const send = async ({ action, input, key, replies }: Request) => {
    const call = () => app.call(action, input, { tenant, ...(key && { request: key }) });
    const reply = await killer.survived(call);
    seen.requests += 1;
    if (!('ok' in reply)) {
      seen.refused += 1;
      const { refusals } = tracking.actions[action];
      expect(refusals).toContain('refused' in reply ? reply.refused.code : reply);
    }
    replies.push(reply);
  };
  for (let round = 1; round <= rounds; round += 1) {
    app.clock.set(moment(round));
    const known = sent.flatMap(({ replies }) => replies.flatMap(idOf));
    const fresh = Array.from({ length: chance.between(1, 3) }, () =>
      requestOf(chance, { ...yard, known, round }),
    );
    sent.push(...fresh);
    await Promise.all(chance.shuffled([...fresh, ...sent.filter(() => chance.oneIn(6))]).map(send));
    for (const { action, input } of chance.shuffled(sent).slice(0, 1)) {
      const call = () => app.call(action, input, { tenant });
      const said = await killer.survived(call);
      if ('ok' in said) expect(await killer.survived(call)).toEqual(said);
    }
    if (round === handOver) await yard.tell('delivered', round);
  }
  await killer.stop();
  const kills = await killer.kills();
  expect(kills).toBeGreaterThan(0);
  seen.kills += kills;
  for (const { key, replies } of sent) {
    const texts = replies.map((reply) => JSON.stringify({ ...reply, replayed: undefined }));
    if (key) expect(new Set(texts).size).toBeLessThan(2);
  }
  expect(await twiceAt(tenant)).toEqual([]);
  expect(await ringsAt(tenant)).toEqual([]);
  const late = await app.sql(
    'select * from tracking.binding where job_id = $1 and coalesce(to_at, $3) > greatest(from_at, $2)',
    [yard.jobs[0], moment(handOver), 'infinity'],
  );
  expect(late).toEqual([]);
  const [told] = await app.sql(countsOfBegun, [yard.jobs]);
  expect(told?.events).toBe(told?.bindings);
}

/** Bindings of parcels, and the events by which their chains hear of them. */
const countsOfBegun = `
  select (select count(*) from tracking.binding
           where kind = 'parcels' and job_id = any($1::text[])) as bindings,
         (select count(*) from tracking.outbox
           where type = 'binding.changed' and job_id = any($1::text[])
             and internals->'custody'->'details'->>'binding' = 'parcels'
             and internals->'custody'->'details'->>'change' = 'begun') as events`;

/** Pairs of bindings by which a probe, a parcel or a box is in two places at a time. */
const twiceAt = (tenant: string) =>
  app.sql(
    `select a.kind, a.id, a.from_at, a.to_at, b.id as other, b.from_at as since, b.to_at as until
       from tracking.binding a join tracking.binding b
         on b.tenant_id = a.tenant_id and b.kind = a.kind and b.id > a.id
        and tstzrange(a.from_at, a.to_at) && tstzrange(b.from_at, b.to_at)
        and case a.kind when 'probe' then a.device_id = b.device_id
                        when 'place' then a.asset_id = b.asset_id
                        else a.job_id = b.job_id and coalesce(a.parcels && b.parcels, true) end
      where a.tenant_id = $1`,
    [tenant],
  );

/** Assets that stand in themselves, however deep: a ring begins with one of its bindings. */
const ringsAt = (tenant: string) =>
  app.sql(
    `with recursive walk as (
       select asset_id as first, in_asset_id as next, from_at as at, 1 as level
         from tracking.binding
        where tenant_id = $1 and in_asset_id is not null and from_at < coalesce(to_at, 'infinity')
       union all
       select w.first, b.in_asset_id, w.at, w.level + 1
         from walk w join tracking.binding b on b.tenant_id = $1 and b.asset_id = w.next
        where b.in_asset_id is not null and b.from_at <= w.at and w.level < 4
          and coalesce(b.to_at, 'infinity') > w.at)
     select * from walk where next = first`,
    [tenant],
  );

const all = [...chancesOf(seed, runs).entries()];
it.each(all)('nothing is in two places after run %i', (_, chance) => storm(chance));
