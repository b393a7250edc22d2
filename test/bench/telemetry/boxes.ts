/** Evaluated readings and sealed traces of parcels in boxes against the same without boxes. */
import { until } from '@svc/devnet';
import { print, quantile, ratio } from '../print.ts';
import { sized } from '../size.ts';
import type { BenchStack } from '../stack.ts';
import { addReadings } from './history.ts';

const vans = sized({ small: 12, usual: 100 });
const turns = sized({ small: 1, usual: 3 });
const [probesEach, jobsEach] = [3, 10];
/** One each five seconds, over ten minutes: what one step of the evaluation takes. */
const [spanMs, everyMs] = [600_000, 5_000];
const readingsEach = spanMs / everyMs;
const traceReadings = sized({ small: 500, usual: 10_000 });
const traces = 100;
/** Jobs in a transaction of the evaluation: the first one only starts the clock. */
const perPass = 50;

/** Against the same without boxes, in turns: the floor of this bench. */
export async function benchBoxes(stack: BenchStack): Promise<void> {
  await startVans(stack);
  const { owner } = stack;
  const rates = { without: [] as number[], within: [] as number[] };
  const seals = { without: [] as number[], within: [] as number[] };
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const side of ['without', 'within'] as const) {
      await owner.query('truncate tracking.binding');
      if (side === 'within') await owner.query(bindings);
      const [rate, seal] = [await evaluate(stack), await sealAll(stack)];
      // The first turn warms up.
      if (turn > 0) rates[side].push(rate);
      if (turn > 0) seals[side].push(seal);
    }
  }
  const middle = (of: readonly number[]) => quantile(of, 0.5);
  print(`boxes: ${vans} vans with ${probesEach} probes and ${jobsEach} jobs each, ${turns} turns`, [
    ['evaluated, without boxes', `${middle(rates.without).toFixed(0)} readings/s`],
    ['evaluated, each job in a box with a probe', `${middle(rates.within).toFixed(0)} readings/s`],
    ['ratio', ratio(middle(rates.within), middle(rates.without))],
    [
      `a trace of ${traceReadings} readings sealed, without`,
      `${middle(seals.without).toFixed(1)} ms`,
    ],
    ['the same in a box', `${middle(seals.within).toFixed(1)} ms`],
    ['ratio of times', ratio(middle(seals.within), middle(seals.without))],
  ]);
}

/** Van 0 has one probe with one long trace; each other van has three. */
async function startVans({ owner, tenants }: BenchStack): Promise<void> {
  const carrier = [tenants.carrier];
  await owner.query(
    `insert into tracking.vehicle (tenant_id, id, registration, created_at)
     select $1, 'veh_' || n, 'BX ' || n, now() - interval '1 day' from generate_series(0, $2::int) n`,
    [...carrier, vans],
  );
  await owner.query(
    `insert into tracking.device (tenant_id, id, device_id, vehicle_id, created_at)
     select tenant_id, 'dev' || id || '_' || k, 'P-' || k || id, id, created_at
       from tracking.vehicle cross join generate_series(0, $2::int - 1) k
      where tenant_id = $1 and id like 'veh_%' and (k = 0 or id <> 'veh_0')`,
    [...carrier, probesEach],
  );
  await owner.query(
    `insert into tracking.feed (tenant_id, provider_id, device_id, vehicle_id, vehicle_no, registration,
            measured_at)
     select d.tenant_id, 'tp_bench', d.device_id, v.id, v.no, v.registration, now()
       from tracking.device d join tracking.vehicle v on v.id = d.vehicle_id where d.tenant_id = $1`,
    carrier,
  );
  await owner.query(
    `insert into tracking.asset (tenant_id, id, identifier, kind, state, state_by, state_at, created_at)
     select tenant_id, 'ast' || device_id, device_id, 'cool_box', 'in_use', 'desk:bench', now(), now()
       from tracking.device where tenant_id = $1`,
    carrier,
  );
  const now = Date.now();
  await addReadings(owner, {
    ...{ from: new Date(now - spanMs), everyMs, readings: readingsEach, seq: 0 },
    devices: '^P-.veh_([1-9])',
  });
  await addReadings(owner, {
    ...{ from: new Date(now - 11_000_000), everyMs: 1_000, readings: traceReadings, seq: 0 },
    devices: '^P-0veh_0$',
  });
  await owner.query(jobs, [tenants.demo, jobsEach, vans, traces, traceReadings]);
  await owner.query('vacuum analyze');
}

/** On board of each van since yesterday; those of van 0 were delivered when its readings end. */
const jobs = `
  insert into tracking.tracked_job (tenant_id, job_id, ref, status, pickup, dropoff, sla_due, vehicle_id,
         temperature_class, collected_at, delivered_at, ended_at, trace_ended_at, received_at, is_late)
  select $1, 'job_' || van || '_' || n, 'SVC-' || van || '-' || n,
         case when ends is null then 'in_transit' else 'delivered' end, '{"lat":-25.7,"lng":28.2}',
         '{"lat":-25.7,"lng":28.3}', now() + interval '1 day', 'veh_' || van, '2-8C',
         coalesce(ends - $5::int * interval '1 s', now() - interval '1 day'), ends, ends, ends, now(), false
    from generate_series(0, $3::int) van
   cross join lateral (select case when van = 0 then now() - interval '11000 s'
                                   + $5::int * interval '1 s' end as ends) e
   cross join lateral generate_series(1, case when van = 0 then $4::int else $2::int end) n`;

/** Each probe in a box of its own, each job in one of the boxes of its van. */
const bindings = `
  insert into tracking.binding (tenant_id, id, kind, asset_id, device_id, job_tenant_id, job_id, ref,
         job_parcels, from_at, bound_by, created_at)
  select d.tenant_id, 'bnd_' || d.device_id, 'probe', 'ast' || d.device_id, d.device_id, null, null, null,
         null::int, now() - interval '2 days', 'desk:bench', now()
    from tracking.device d
   union all
  select d.tenant_id, 'bnd_' || job_id, 'parcels', 'ast' || d.device_id, null, t.tenant_id, job_id, ref, 1,
         now() - interval '2 days', 'desk:bench', now()
    from tracking.tracked_job t
    join tracking.device d on d.vehicle_id = t.vehicle_id
     and d.device_id like 'P-' || case when t.vehicle_id = 'veh_0' then 0 else hashtext(job_id) & 1 end || 'veh%'`;

/** Readings a second that all jobs on board are evaluated with, from after the first pass on. */
async function evaluate(stack: BenchStack): Promise<number> {
  const all = vans * jobsEach;
  const ms = await drain(stack, {
    all,
    reset: `update tracking.tracked_job set evaluated_until = now() - interval '10 minutes', probes = '{}'
             where vehicle_id <> 'veh_0'`,
    left: `vehicle_id <> 'veh_0' and evaluated_until < now() - interval '1 minute'`,
  });
  return (vans * probesEach * readingsEach * (1 - perPass / all)) / (ms / 1_000);
}

/** Milliseconds of each trace that is sealed, after the first pass. */
async function sealAll(stack: BenchStack): Promise<number> {
  await stack.owner.query('truncate tracking.trace_snapshot, tracking.trace_snapshot_part');
  const ms = await drain(stack, {
    all: traces,
    reset: `update tracking.tracked_job set evaluated_until = trace_ended_at, trace_snapshot_at = null
             where vehicle_id = 'veh_0'`,
    left: `vehicle_id = 'veh_0' and evaluated_until is not null`,
  });
  return ms / (traces - perPass);
}

/** From the first pass over the jobs to the last. */
async function drain(
  { owner }: BenchStack,
  { all, reset, left }: { all: number; reset: string; left: string },
): Promise<number> {
  const sql = `select count(*)::int as n from tracking.tracked_job where ${left}`;
  const leaves = (most: number) =>
    until(async () => ((await owner.query<{ n: number }>(sql)).rows[0]?.n ?? all) <= most, {
      ...{ timeoutMs: 600_000, everyMs: 5, what: `${all} jobs to be evaluated` },
    });
  await owner.query(reset);
  await leaves(all - 1);
  const started = performance.now();
  await leaves(0);
  return performance.now() - started;
}
