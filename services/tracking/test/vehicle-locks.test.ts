/** Batches of events whose jobs are in the same vehicles. */
import type { Envelope } from '@svc/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, newCrew, startTracking } from './app.ts';
import { jobSnapshot } from './job-events.ts';

let app: App;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app?.stop());

const rounds = 20;

it('are taken crosswise at the same time without a deadlock', async () => {
  const crews = await Promise.all(['a', 'b', 'c', 'd'].map((each) => newCrew(app, each)));
  const vehicles = crews.map(({ vehicle }) => vehicle.id);
  /** Jobs in order of their ids, in vehicles in that order or in the opposite one. */
  const batch = (round: number, side: string, inVehicles: readonly string[]) =>
    inVehicles.map((vehicle_id, n) => milestone(`job_${side}${n}`, round, vehicle_id));
  for (let round = 1; round <= rounds; round += 1) {
    // A vehicle changes hands: the jobs of one side are in those of the other until then.
    const [left, right] =
      round % 2 === 0 ? [vehicles, vehicles.toReversed()] : [vehicles.toReversed(), vehicles];
    const taken = await Promise.all([
      app.consume('tracking-jobs', batch(round, 'left', left)),
      app.consume('tracking-jobs', batch(round, 'right', right)),
    ]);
    const outcomes = taken.flatMap((each) => [...each.values()]);
    expect(outcomes).toEqual(outcomes.map(() => 'handled'));
  }
  const { rows } = await app.owner.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(rows[0]?.deadlocks).toBe(0);
});

it('leave jobs as the same events leave them one by one', async () => {
  const states: { seen: unknown[]; jobs: unknown[] }[] = [];
  for (const size of [1, 6]) {
    const { vehicle } = await newCrew(app, `size-${size}`);
    const jobs = ['a', 'b'].map((name) => `job_by_${size}_${name}`);
    const events = jobs.flatMap((job) => [1, 2, 3].map((n) => milestone(job, n, vehicle.id)));
    for (let from = 0; from < events.length; from += size) {
      await app.consume('tracking-jobs', events.slice(from, from + size));
    }
    const { rows } = await app.owner.query(
      'select to_jsonb(t) as job from tracking.tracked_job t where job_id = any($1) order by job_id',
      [jobs],
    );
    const seen = await app.owner.query(
      'select last_position, last_seen_at from tracking.vehicle where id = $1',
      [vehicle.id],
    );
    states.push({
      seen: seen.rows,
      jobs: rows.map(({ job }) => ({ ...job, job_id: '', vehicle_id: '', received_at: '' })),
    });
  }
  expect(states[0]?.jobs).toHaveLength(2);
  expect(states[1]).toEqual(states[0]);
});

function milestone(job_id: string, sequence: number, vehicle_id: string): Envelope {
  const at = new Date(Date.UTC(2026, 10, 2, 8, sequence)).toISOString();
  const assignment = {
    driver_id: 'drv_1',
    driver_first_name: 'Thandi',
    vehicle_id,
    registration: 'CA 1',
  };
  const internals = {
    job: { ...jobSnapshot, status: 'in_transit', assignment },
    custody: null,
    occurred: { at, position: { lat: -26.2, lng: 28 + sequence / 1000 } },
  };
  const type = sequence === 1 ? 'pickup.completed' : 'job.updated';
  const subject = { producer: 'jobs', type, tenant_id: 'ten_1', job_id, sequence };
  return { id: `evt_${job_id}_${sequence}`, ...subject, created_at: at, data: {}, internals };
}
