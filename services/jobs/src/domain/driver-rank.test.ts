import type { Position } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { clinic, laboratory } from '../../test/job.ts';
import { type Candidate, rankDrivers, type WantedJob } from './driver-rank.ts';
import type { PlannedStop } from './planned-job.ts';

const now = new Date('2026-11-02T08:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const stop = (id: string, starts: number, due: number, dropoff = laboratory): PlannedStop => ({
  ...{ id, ref: `SVC-${id}`, temperature_class: null, parcels: 1, dropoff },
  starts_at: at(starts),
  sla_due: at(due),
});
const job: WantedJob = { ...stop('job_1', 1, 3), pickup: clinic };

const north = (km: number) => ({ lat: clinic.position.lat + km / 111.2, lng: clinic.position.lng });
/** A driver whose vehicle was last seen so far north of the pickup, as the crow flies. */
function candidate(
  id: string,
  { km, jobs = [], until = '2027-01-01' }: { km?: number; jobs?: PlannedStop[]; until?: string },
): Candidate {
  const documents = [{ document: 'driving_licence', expires_on: until }];
  const last_position = km === undefined ? null : north(km);
  return {
    driver: { id, first_name: id, last_name: 'X', documents },
    vehicle: { id: `veh_${id}`, registration: id, documents: [], last_position },
    jobs,
  };
}
const ranked = (...candidates: Candidate[]) =>
  rankDrivers(job, candidates, now).map(({ driver_id, rank }) => [driver_id, rank]);

const inWindow = stop('job_2', 2, 4);
const later = stop('job_3', 4, 6);

describe('the rank of drivers', () => {
  const near = (id: string, km: number, ...jobs: PlannedStop[]) => candidate(id, { km, jobs });
  it.each([
    ['the nearer first', [near('a', 9), near('b', 2)], 'b a'],
    ['the free one first, within some way', [near('a', 1, inWindow), near('b', 8)], 'b a'],
    ['the near one first, where the way is long', [near('a', 1, inWindow), near('b', 40)], 'a b'],
    ['by open jobs where the rest is equal', [near('a', 1, later), near('b', 1)], 'b a'],
    ['by id at last', [near('b', 1), near('a', 1)], 'a b'],
    ['those without a place last', [candidate('a', {}), near('b', 300)], 'b a'],
  ])('is decided by the rule: %s', (_, candidates, order) => {
    const expected = order.split(' ').map((id, n) => [id, n + 1]);
    expect(ranked(...candidates)).toEqual(expected);
  });

  it('is missing for those with a blocking conflict, who are last', () => {
    const expired = candidate('a', { km: 1, until: '2026-11-01' });
    expect(ranked(expired, candidate('b', {}))).toEqual([
      ['b', 1],
      ['a', null],
    ]);
    expect(rankDrivers(job, [expired], now)[0]?.conflicts).toMatchObject([
      { code: 'driver_document_expires', is_blocking: true },
    ]);
  });
});

describe('a suggestion', () => {
  const only = (each: Candidate) => rankDrivers(job, [each], now)[0];

  it('has the distance from the vehicle and the jobs of the driver', () => {
    expect(only(candidate('a', { km: 10, jobs: [inWindow, later] }))).toMatchObject({
      rank: 1,
      km: 13,
      minutes: 20,
      measured_from: 'vehicle',
      jobs_in_window: 1,
      open_jobs: 2,
      vehicle: { vehicle_id: 'veh_a', registration: 'a' },
      conflicts: [{ code: 'windows_overlap', refs: ['SVC-job_2'] }],
    });
  });

  it('has the distance from the last stop where no position is known', () => {
    const before = stop('job_0', 0, 1, clinic);
    const away = only(candidate('a', { jobs: [before, stop('job_4', 5, 6)] }));
    expect(away).toMatchObject({ km: 0, minutes: 0, measured_from: 'stop' });
  });

  it('has the distance from the base of the driver, else of the vehicle, where it is all that is known', () => {
    const { driver, vehicle, jobs } = candidate('a', {});
    const at = (position: Position) => ({ name: 'Depot', position });
    const based = { driver, vehicle: vehicle && { ...vehicle, base: at(north(10)) }, jobs };
    expect(only(based)).toMatchObject({ km: 13, measured_from: 'base' });
    const atHome = { ...based, driver: { ...driver, base: at(clinic.position) } };
    expect(only(atHome)).toMatchObject({ km: 0, measured_from: 'base' });
  });

  it('has no distance where no place is known, and excludes the job itself', () => {
    expect(only(candidate('a', { jobs: [job] }))).toMatchObject({
      ...{ km: null, minutes: null, measured_from: null },
      ...{ jobs_in_window: 0, open_jobs: 0, conflicts: [] },
    });
  });
});
