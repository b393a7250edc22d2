import type { AssignmentFact } from '@svc/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobIn } from '../../test/job.ts';
import { applyCommand, code, now } from '../../test/job-commands.ts';
import { expectedBy, toHub } from './hub.ts';
import type { JobRecord } from './job.ts';
import { type LegRecord, openLeg } from './leg.ts';
import { keptParts, toDeskLegs, toLegs } from './legs.ts';

const crewOf = (n: number, hub_site_id?: string): AssignmentFact => ({
  driver_id: `drv_${n}`,
  driver_first_name: `Driver ${n}`,
  vehicle_id: `veh_${n}`,
  registration: `CA ${n}`,
  ...(hub_site_id !== undefined && { hub_site_id }),
});
/** Keepers of two hubs. */
const [north, south] = [crewOf(8, 'site_north'), crewOf(9, 'site_south')];
const hubOf = ({ vehicle_id, registration, hub_site_id = '' }: AssignmentFact) => ({
  ...{ vehicle_id, registration, site_id: hub_site_id },
});
const toNorth: LegRecord = { ...openLeg, hub: hubOf(north), due_at: '2026-11-02T09:00:00.000Z' };
const plan: LegRecord[] = [
  { ...toNorth, share_percent: 40 },
  { ...openLeg, hub: hubOf(south), crew: crewOf(2), share_percent: 35 },
  { ...openLeg, crew: crewOf(3), share_percent: 25 },
];
const planned = (job: JobRecord, legs: readonly LegRecord[] = plan) =>
  applyCommand(job, { type: 'plan_legs', legs });
const onTheRoad = (change: Partial<JobRecord> = {}) =>
  planned(jobIn('in_transit', { assignment: crewOf(1), ...change })).job;
const give = (job: JobRecord, to: AssignmentFact, change: object = {}) =>
  applyCommand(
    job,
    {
      type: 'transfer',
      side: 'take',
      to,
      giver: job.assignment ?? crewOf(1),
      seal: 'SEAL-1',
      ...change,
    },
    { courier_id: to.driver_id },
  ).job;
const statesOf = (job: JobRecord) => toLegs(job).map(({ status }) => status);

describe('legs', () => {
  it('go from stop to stop, each completed where the hub takes the parcels in', () => {
    const road = [onTheRoad()];
    for (const to of [north, crewOf(2), south, crewOf(3)]) {
      const before = road.at(-1);
      if (before) road.push(give(before, to, { parcels_scanned: 1 }));
    }
    expect(road.map(statesOf)).toEqual([
      ['in_progress', 'planned', 'planned'],
      ['completed', 'planned', 'planned'],
      ['completed', 'in_progress', 'planned'],
      ['completed', 'completed', 'planned'],
      ['completed', 'completed', 'in_progress'],
    ]);
    const [last] = road.slice(-1);
    expect(last?.status).toBe('in_transit');
    expect(toLegs(last ?? onTheRoad()).map(({ to_site_id }) => to_site_id)).toEqual([
      ...['site_north', 'site_south', 'lab-0'],
    ]);
  });

  it('say to the desk who drives them for which part of the price', () => {
    const after = give(give(onTheRoad(), north), crewOf(2));
    expect(toDeskLegs(after)).toMatchObject([
      { driver_first_name: 'Driver 1', hub: 'CA 8', share_cents: 10_100, parcels_scanned: null },
      { driver_first_name: 'Driver 2', hub: 'CA 9', share_cents: 8_838 },
      { driver_first_name: 'Driver 3', hub: null, share_cents: 6_313 },
    ]);
    expect(JSON.stringify(toLegs(after))).not.toMatch(/share|drv_|Driver/);
  });

  it('end with the job, and with its return', () => {
    const after = give(onTheRoad(), north);
    expect(statesOf({ ...after, status: 'delivered', delivered_at: now })).toEqual([
      ...['completed', 'cancelled', 'completed'],
    ]);
    const taken = give(after, crewOf(2));
    const failed: JobRecord = { ...taken, status: 'exception', return_job_id: 'job_2' };
    expect(statesOf(failed)).toEqual(['completed', 'failed', 'cancelled']);
  });

  it('without a plan are one, and a stop at a hub makes them two', () => {
    const job = jobIn('in_transit', { assignment: crewOf(1) });
    expect(statesOf(job)).toEqual(['in_progress']);
    const rested = give(job, north);
    expect(statesOf(rested)).toEqual(['completed', 'planned']);
    expect(statesOf(give(rested, crewOf(2)))).toEqual(['completed', 'in_progress']);
  });

  it('are refused at a hub that is not the next stop, unless a reason says why', () => {
    expect(code(() => give(onTheRoad(), south))).toBe('not_expected');
    const after = give(onTheRoad(), south, { reason: 'The road to the north is closed' });
    expect(statesOf(after)).toEqual(['completed', 'planned', 'planned', 'planned']);
  });

  it('stay where the parcels go to another shift of the same hub', () => {
    const after = give(give(onTheRoad(), north), { ...north, driver_id: 'drv_7' });
    expect(statesOf(after)).toEqual(['completed', 'planned', 'planned']);
  });
});

describe('a plan', () => {
  it('keeps what is completed, and decides about the rest', () => {
    const after = give(onTheRoad(), north);
    const { job, events } = planned(after, [{ ...plan[0], ...toNorth }, openLeg]);
    expect(statesOf(job)).toEqual(['completed', 'planned']);
    expect(events).toMatchObject([
      { data: { changed: [{ from: 'site_north, site_south', to: 'site_north' }] } },
    ]);
    expect(code(() => planned(after, [openLeg]))).toBe('leg_completed');
    expect(code(() => planned(jobIn('delivered', {})))).toBe('already_delivered');
    expect(planned(onTheRoad(), [openLeg]).job.legs).toBeNull();
  });
});

it.each<[string, () => JobRecord, (string | null)[], string[]]>([
  ['nothing without a plan', () => jobIn('in_transit', {}), ['veh_8', null], []],
  ['nothing before the first hub', () => onTheRoad(), ['veh_8', 'veh_9', null], []],
  ['the leg into the hub', () => give(onTheRoad(), north), ['veh_8', null], ['veh_8']],
  ['no leg that is under way', () => twoDone(false), ['veh_8', 'veh_9', null], ['veh_8']],
  ['both completed legs', () => twoDone(true), ['veh_8', 'veh_9', null], ['veh_8', 'veh_9']],
  ['what comes before another road', () => twoDone(true), ['veh_8', 'veh_7', null], ['veh_8']],
  ['nothing of another road', () => give(onTheRoad(), north), ['veh_9', null], []],
  ['nothing where the plan is shorter', () => twoDone(true), [null], []],
])('a plan keeps of a job %s', (_, jobOf, hubs, kept) => {
  const parts = keptParts(
    jobOf(),
    hubs.map((hub_id) => ({ hub_id })),
  );
  expect(parts.map(({ hub }) => hub?.vehicle_id)).toEqual(kept);
});

/** On the second leg, or at its end. */
function twoDone(isAtSouth: boolean): JobRecord {
  const taken = give(give(onTheRoad(), north), crewOf(2));
  return isAtSouth ? give(taken, south) : taken;
}

describe('a hub', () => {
  const atHub = (job: JobRecord) => {
    const { expected, present, sent_on } = toHub(hubOf(north), [job]);
    return { expected: expected.length, present: present.length, sent_on: sent_on.length };
  };

  it('has a job expected, then present, then sent on', () => {
    const job = onTheRoad();
    const rested = give(job, north, { parcels_scanned: 0 });
    expect(atHub(job)).toEqual({ expected: 1, present: 0, sent_on: 0 });
    expect(atHub(rested)).toEqual({ expected: 0, present: 1, sent_on: 0 });
    expect(atHub(give(rested, crewOf(2)))).toEqual({ expected: 0, present: 0, sent_on: 1 });
    expect(toHub(hubOf(north), [rested]).present).toMatchObject([
      { parcels: 1, parcels_scanned: 0, driver_first_name: 'Driver 2' },
    ]);
  });

  it('is in the run of its keeper, then of the courier of the next leg', () => {
    const job = onTheRoad();
    const of = (driver: string, hubId: string | null, each: JobRecord) =>
      expectedBy([each], { driver, hubId }).map(({ is_kept, due_at }) => ({ is_kept, due_at }));
    expect(of('drv_8', 'veh_8', job)).toEqual([{ is_kept: true, due_at: toNorth.due_at }]);
    expect(of('drv_2', null, job)).toEqual([{ is_kept: false, due_at: null }]);
    expect(of('drv_3', null, job)).toEqual([]);
    const rested = give(job, north);
    expect(of('drv_8', 'veh_8', rested)).toEqual([]);
    expect(of('drv_2', null, rested)).toHaveLength(1);
    expect(of('drv_2', null, give(rested, crewOf(2)))).toEqual([]);
  });
});

it('at most one leg is under way, and none begins before the one before has ended', () => {
  const crews = [crewOf(1), crewOf(2), crewOf(3), north, south];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...crews), { maxLength: 20 }), (holders) => {
      let job = onTheRoad();
      for (const to of holders) {
        const before = job;
        code(() => {
          job = give(before, to, { reason: 'Tried' });
        });
        const road = toLegs(job);
        const open = road.findIndex(({ status }) => status !== 'completed');
        expect(road.slice(open + 1).map(({ status }) => status)).not.toContain('in_progress');
        expect(road.slice(open).map(({ arrived_at }) => arrived_at)).not.toContain(undefined);
        const isResting = job.assignment?.hub_site_id !== undefined;
        expect(road[open]?.status).toBe(isResting ? 'planned' : 'in_progress');
      }
    }),
  );
});
