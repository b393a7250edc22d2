import type { Status } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { bookedAt, jobIn } from '../../test/job.ts';
import { applyCommand, commands, custodyOf, typesOf } from '../../test/job-commands.ts';
import type { JobCommand } from './job-command.ts';

type Type = JobCommand['type'];
/** From, what happens, to, the events and what each adds to the chain of custody. */
type Row = readonly [Status, Type, Status, readonly string[], readonly (string | null)[]];

const table: readonly Row[] = [
  ['booked', 'assign', 'assigned', ['job.assigned'], ['assigned']],
  ['assigned', 'assign', 'assigned', ['job.assigned'], ['assigned']],
  ...(['en_route_pickup', 'exception'] as const).map(
    (from): Row => [from, 'assign', 'assigned', ['job.assigned'], ['assigned']],
  ),
  ...(['collected', 'in_transit'] as const).map(
    (from): Row => [
      from,
      'transfer',
      from,
      ['custody.scanned', 'job.updated'],
      ['scanned', 'transferred'],
    ],
  ),
  ['assigned', 'undo_assignment', 'booked', ['job.updated'], [null]],
  ['assigned', 'depart', 'en_route_pickup', ['driver.en_route'], [null]],
  ['en_route_pickup', 'arriving', 'en_route_pickup', ['pickup.arriving'], [null]],
  ['assigned', 'collect', 'collected', ['pickup.completed'], ['collected']],
  ['en_route_pickup', 'collect', 'collected', ['pickup.completed'], ['collected']],
  ['assigned', 'pickup_failed', 'exception', ['pickup.failed'], [null]],
  ['en_route_pickup', 'pickup_failed', 'exception', ['pickup.failed'], [null]],
  ['collected', 'depart', 'in_transit', ['job.updated'], ['departed']],
  ['collected', 'scan', 'collected', ['custody.scanned'], ['scanned']],
  ['in_transit', 'scan', 'in_transit', ['custody.scanned'], ['scanned']],
  ['collected', 'excursion', 'collected', ['job.updated'], ['temperature_excursion']],
  ['in_transit', 'excursion', 'in_transit', ['job.updated'], ['temperature_excursion']],
  ['in_transit', 'arriving', 'in_transit', ['delivery.arriving'], [null]],
  ['collected', 'deliver', 'delivered', ['delivery.completed'], ['delivered']],
  ['in_transit', 'deliver', 'delivered', ['delivery.completed'], ['delivered']],
  ...(['collected', 'in_transit'] as const).map(
    (from): Row => [
      from,
      'delivery_failed',
      'exception',
      ['delivery.failed', 'return.created'],
      ['delivery_failed', null],
    ],
  ),
  ['exception', 'resume', 'assigned', ['job.updated'], [null]],
  ['exception', 'returned', 'exception', ['return.completed'], ['returned']],
  ...(['booked', 'assigned', 'en_route_pickup', 'exception'] as const).flatMap((from): Row[] => [
    [from, 'cancel', 'cancelled', ['job.cancelled'], ['cancelled']],
    [from, 'update', from, ['job.updated'], [null]],
  ]),
];

const types = Object.values(commands).map(({ type }) => type);

describe('the state table', () => {
  it.each(table)('moves a job that is %s by %s to %s', (...[from, type, to, events, custody]) => {
    const before = jobIn(from);
    const result = applyCommand(before, commands[type]);
    expect(result.job.status).toBe(to);
    expect(typesOf(result)).toEqual(events);
    expect(custodyOf(result)).toEqual(custody);
    const counted = result.job.custody_events - before.custody_events;
    expect(counted).toBe(custody.filter((entry) => entry !== null).length);
  });
});

describe('an exception', () => {
  it.each(['assigned', 'en_route_pickup', 'collected', 'in_transit'] as const)(
    'resumes in %s when it interrupted that',
    (interrupted) => {
      const result = applyCommand(
        jobIn('exception', { interrupted_status: interrupted }),
        commands.resume,
      );
      expect(result.job).toMatchObject({ status: interrupted, interrupted_status: null });
      expect(result.events).toMatchObject([
        { data: { changed: [{ field: 'status', from: 'exception', to: interrupted }] } },
      ]);
    },
  );

  it('with a return job cannot be resumed', () => {
    const job = jobIn('exception', { return_job_id: 'job_2' });
    expect(() => applyCommand(job, commands.resume)).toThrow(
      'invalid_transition: Job SVC-0123ABCD is exception, and its parcels are being returned;',
    );
  });

  it('after a collection remains in custody', () => {
    const job = jobIn('exception', { collected_at: bookedAt });
    expect(() => applyCommand(job, commands.cancel)).toThrow(/^in_custody/);
    expect(() => applyCommand(job, commands.update)).toThrow(/^in_custody/);
  });

  it('resumes under a new seal, with a fact in the chain', () => {
    const job = jobIn('exception', { interrupted_status: 'in_transit', seal: 'SEAL-1' });
    const resealed = applyCommand(job, { type: 'resume', seal: 'SEAL-2' });
    expect(resealed.job).toMatchObject({ status: 'in_transit', seal: 'SEAL-2' });
    expect(resealed.events).toMatchObject([
      {
        data: { changed: [{ field: 'status' }, { field: 'seal', from: 'SEAL-1', to: 'SEAL-2' }] },
        custody: { type: 'scanned', seal: 'SEAL-2', details: { resealed: true } },
      },
    ]);
    expect(custodyOf(applyCommand(job, { type: 'resume', seal: 'SEAL-1' }))).toEqual([null]);
  });
});

const oftenOthers = new Set(['resume', 'transfer', 'plan_legs']);
it.each(types.filter((type) => !oftenOthers.has(type)))(
  'a courier moves its own jobs only: %s',
  (type) => {
    const [from] = table.find((row) => row[1] === type && row[0] !== 'booked') ?? [];
    const job = jobIn(from ?? 'booked');
    expect(applyCommand(job, commands[type], { courier_id: 'drv_1' }).events).not.toEqual([]);
    expect(() => applyCommand(job, commands[type], { courier_id: 'drv_2' })).toThrow(
      /^job_not_found: No job with this id or reference/,
    );
  },
);

it('a courier cannot resume even its own job', () => {
  expect(() => applyCommand(jobIn('exception'), commands.resume, { courier_id: 'drv_1' })).toThrow(
    /^invalid_transition: Job SVC-0123ABCD is exception; resume .* on the word of dispatch/,
  );
});

it('a courier does not see a job without a driver', () => {
  expect(() => applyCommand(jobIn('booked'), commands.depart, { courier_id: 'drv_1' })).toThrow(
    /^job_not_found/,
  );
});
