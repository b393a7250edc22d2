/**
 * Certificates of a mixed fleet are those of a second opinion, and of what was planted. At length:
 * SVC_FLEET_VANS=200 SVC_FLEET_HOURS=8 npm test -- services/tracking/test/mixed-fleet
 */
import { type ColdChain, tracking } from '@svc/contracts';
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { drive } from './fleet-day.ts';
import { planOf, planted } from './mixed-fleet.ts';
import { secondOpinions } from './second-opinion.ts';

const vans = Number(process.env.SVC_FLEET_VANS ?? 6);
const hours = Number(process.env.SVC_FLEET_HOURS ?? 2);
const seed = Number(process.env.SVC_SEED ?? 1);
const timeoutMs = 3_600_000;

const app = trackingTest({ SVC_TELEMETRY_POLL_MS: '50' });

type Spell = ColdChain['excursions'][number];
const textOf = ({ device_id, from, to }: Spell) => `${device_id} ${from} ${to}`;

it('certificates of parcels in boxes are right', { timeout: timeoutMs }, async () => {
  const plan = planOf(seed, { vans, hours });
  const carrier = await drive(app, plan);
  const isSealed = async () => {
    const [row] = await app.sql('select count(*)::int as n from tracking.trace_snapshot');
    return row?.n === plan.jobs.length;
  };
  await until(isSealed, { timeoutMs, what: 'all cold chains to be sealed' });
  const opinions = await secondOpinions(app, carrier);
  expect(opinions.size).toBe(plan.jobs.length);
  const told = await app.sql(
    `select type, job_id, data, internals from tracking.outbox
      where type in ('cold_chain.sealed', 'temperature.excursion')`,
  );
  const events = Map.groupBy(told, ({ type, job_id }) => `${type} of ${job_id}`);
  for (const job of plan.jobs) {
    const { id } = job;
    const [sealed, ...others] = events.get(`cold_chain.sealed of ${id}`) ?? [];
    expect(others).toEqual([]);
    const { internals } = tracking.events['cold_chain.sealed'];
    const { cold_chain } = internals.parse(sealed?.internals);
    expect({ id, ...cold_chain }).toMatchObject({ id, ...opinions.get(id) });
    const { excursions, exposures = [] } = cold_chain;
    const spells = [...excursions, ...exposures].map(textOf).toSorted();
    expect({ id, spells }).toEqual({ id, spells: planted(plan, job) });
    // Packed late, parcels lay open when their first minutes were decided.
    if (job.packed.some(({ way }) => (way[0]?.tick ?? 0) > job.collected)) continue;
    const emitted = events.get(`temperature.excursion of ${id}`) ?? [];
    const begun = emitted.map(({ data }) => `${data.device_id} ${data.started_at}`).toSorted();
    const certified = excursions.map((each) => `${each.device_id} ${each.from}`).toSorted();
    expect({ id, begun }).toEqual({ id, begun: certified });
  }
  const results = new Set([...opinions.values()].map(({ result }) => result));
  expect(results.size).toBeGreaterThan(3);
});
