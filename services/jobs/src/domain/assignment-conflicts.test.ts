import type { TemperatureClass } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { conflictsOf, doOverlap } from './assignment-conflicts.ts';
import type { PlannedWindow } from './planned-job.ts';

const now = new Date('2026-11-02T06:00:00Z');
const paper = (document: string, expires_on: string) => ({ document, expires_on });
const windowOf = (
  starts: string,
  due: string,
  temperature_class: TemperatureClass | null = null,
  id = 'job_1',
): PlannedWindow => ({
  ...{ id, ref: `SVC-${id}`, temperature_class, parcels: 1 },
  starts_at: new Date(`2026-11-${starts}:00Z`),
  sla_due: new Date(`2026-11-${due}:00Z`),
});
const job = windowOf('02T08:00', '02T12:00');
const free = { driver: { documents: [] }, vehicle: { documents: [] }, others: [] };
const codes = (of: ReturnType<typeof conflictsOf>) => of.map(({ code }) => code);

describe('a document', () => {
  it.each([
    // Johannesburg is two hours ahead of UTC: 22:00 UTC is the next day there.
    ['2026-11-02', windowOf('02T08:00', '02T21:59'), []],
    ['2026-11-02', windowOf('02T08:00', '02T22:00'), ['driver_document_expires']],
    ['2026-11-01', windowOf('02T08:00', '02T12:00'), ['driver_document_expires']],
    ['2026-11-03', windowOf('02T08:00', '02T22:00'), []],
    // Overdue: it is still to be driven today.
    ['2026-11-01', windowOf('01T08:00', '01T12:00'), ['driver_document_expires']],
  ])('of a driver conflicts by its last day %s', (until, planned, expected) => {
    const driver = { documents: [paper('driving_licence', until)] };
    expect(codes(conflictsOf(planned, { ...free, driver }, now))).toEqual(expected);
  });

  it('of a vehicle blocks and is named with its last day', () => {
    const documents = [paper('roadworthy', '2026-11-01'), paper('insurance', '2027-01-01')];
    expect(conflictsOf(job, { ...free, vehicle: { documents } }, now)).toEqual([
      {
        code: 'vehicle_document_expires',
        is_blocking: true,
        document: 'roadworthy',
        expires_on: '2026-11-01',
        refs: [],
        parcels: null,
      },
    ]);
  });
});

const later = {
  starts_at: new Date('2026-11-02T12:00:00Z'),
  sla_due: new Date('2026-11-02T14:00:00Z'),
};
const box = { documents: [paper('cold_box', '2026-12-31')] };
const old = { documents: [paper('cold_box', '2026-11-01')] };
it.each([
  ['2-8C', free.vehicle, ['cold_box_missing']],
  ['frozen', free.vehicle, ['cold_box_missing']],
  ['ambient', free.vehicle, []],
  [null, free.vehicle, []],
  ['2-8C', box, []],
  ['2-8C', old, ['vehicle_document_expires']],
  // No vehicle is chosen yet.
  ['2-8C', null, []],
] as const)(
  'the contents %s conflict with the boxes %j as %j',
  (temperature_class, vehicle, expected) => {
    const planned = { ...job, temperature_class };
    expect(codes(conflictsOf(planned, { ...free, vehicle }, now))).toEqual(expected);
  },
);

it.each([
  ['active', []],
  ['retired', ['driver_retired', 'vehicle_retired']],
] as const)('a driver and a vehicle that are %s conflict as %j', (status, expected) => {
  const crew = { documents: [], status };
  const found = conflictsOf(job, { driver: crew, vehicle: crew, others: [] }, now);
  expect(codes(found)).toEqual(expected);
  expect(found.every(({ is_blocking }) => is_blocking)).toBe(true);
});

describe('a driver with shifts', () => {
  /** On Monday, 2 November 2026, 08:00 to 17:00 in Johannesburg: 06:00 to 15:00 UTC. */
  const shifts = { week: [{ day: 'mon' as const, from: '08:00', to: '17:00' }], exceptions: [] };
  const driver = { documents: [], shifts };
  it.each([
    ['within it', windowOf('02T08:00', '02T12:00'), '02T06:00', []],
    ['that reaches into it', windowOf('02T14:00', '02T20:00'), '02T06:00', []],
    ['after it', windowOf('02T15:00', '02T20:00'), '02T06:00', ['off_shift']],
    ['of another day', windowOf('03T08:00', '03T12:00'), '02T06:00', ['off_shift']],
    [
      'of which the part within it is over',
      windowOf('02T14:00', '02T20:00'),
      '02T15:30',
      ['off_shift'],
    ],
    ['that is overdue, within it', windowOf('01T08:00', '01T12:00'), '02T07:00', []],
    ['that is overdue, after it', windowOf('02T08:00', '02T12:00'), '02T16:00', ['off_shift']],
  ])('is off shift by the window %s', (_, planned, at, expected) => {
    const found = conflictsOf(planned, { ...free, driver }, new Date(`2026-11-${at}:00Z`));
    expect(codes(found)).toEqual(expected);
    expect(found.some(({ is_blocking }) => is_blocking)).toBe(false);
  });
});

describe('the room of a vehicle', () => {
  const capacity = [{ temperature_class: '2-8C' as const, parcels: 3 }];
  const vehicle = { documents: [paper('cold_box', '2026-12-31')], capacity };
  const of = (
    id: string,
    parcels: number,
    temperature_class: TemperatureClass | null = '2-8C',
  ) => ({
    ...windowOf('02T08:00', '02T12:00', temperature_class, id),
    parcels,
  });
  it.each([
    ['as many', of('job_1', 3), [], null],
    ['more in one job', of('job_1', 5), [], 2],
    ['more in two jobs together', of('job_1', 2), [of('job_2', 2)], 1],
    ['others at another time', of('job_1', 2), [{ ...of('job_2', 9), ...later }], null],
    ['others of another class', of('job_1', 2), [of('job_2', 9, 'ambient')], null],
    ['a class without a limit', of('job_1', 99, 'ambient'), [], null],
    ['no class', of('job_1', 99, null), [], null],
  ])('for 3 parcels is exceeded by %s', (_, planned, others, parcels) => {
    const found = conflictsOf(planned, { ...free, vehicle, others }, now);
    const exceeded = found.filter(({ code }) => code === 'capacity_exceeded');
    expect(exceeded).toMatchObject(parcels === null ? [] : [{ parcels, is_blocking: false }]);
  });
});

describe('windows', () => {
  const other = (starts: string, due: string) => windowOf(starts, due, null, 'job_2');
  it.each([
    ['02T06:00', '02T08:00', false],
    ['02T06:00', '02T08:01', true],
    ['02T09:00', '02T10:00', true],
    ['02T07:00', '02T13:00', true],
    ['02T12:00', '02T13:00', false],
  ])('the window from %s to %s overlaps that from 08:00 to 12:00: %s', (starts, due, expected) => {
    expect(doOverlap(job, other(starts, due))).toBe(expected);
    expect(doOverlap(other(starts, due), job)).toBe(expected);
    const found = conflictsOf(job, { ...free, others: [job, other(starts, due)] }, now);
    expect(found).toEqual(
      expected
        ? [
            {
              code: 'windows_overlap',
              is_blocking: false,
              document: null,
              expires_on: null,
              refs: ['SVC-job_2'],
              parcels: null,
            },
          ]
        : [],
    );
  });

  it('overlapping windows of many jobs are named by the first five', () => {
    const others = Array.from({ length: 7 }, (_, n) =>
      windowOf('02T09:00', '02T10:00', null, `${n}`),
    );
    expect(conflictsOf(job, { ...free, others }, now)[0]?.refs).toHaveLength(5);
  });
});
