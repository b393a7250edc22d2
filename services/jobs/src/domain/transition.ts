/**
 * The state table. A job and what happens to it go in; what becomes of the job, and what is told
 * about that, comes out, or a refusal. Nothing else changes the state of a job.
 */
import type { Status } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { assign } from './assign.ts';
import { requireBeforeCollection } from './before-collection.ts';
import { cancel } from './cancel.ts';
import { collect, failPickup } from './collect.ts';
import { deliver } from './deliver.ts';
import { noteExcursion } from './excursion.ts';
import type { Happening, Outcome, Telling, Told } from './happening.ts';
import { existing, type Job } from './job.ts';
import { milestoneTime } from './milestone-time.ts';
import { resume } from './resume.ts';
import { failDelivery, returned } from './returns.ts';
import { arrive, depart } from './road.ts';
import { scan } from './scan.ts';
import { settled } from './settled.ts';
import { update } from './update.ts';

interface Row {
  from: readonly Status[];
  to: string;
}

const beforePickup = ['assigned', 'en_route_pickup'] as const;
const onBoard = ['collected', 'in_transit'] as const;

/** From which states a thing may happen, and where it leads. */
const table: Record<Exclude<Happening['type'], 'update' | 'cancel'>, Row> = {
  assign: { from: ['booked', 'assigned'], to: 'assigned' },
  depart: { from: ['assigned', 'collected'], to: 'en_route_pickup or in_transit' },
  arriving: { from: ['en_route_pickup', 'in_transit'], to: 'the same' },
  collect: { from: beforePickup, to: 'collected' },
  pickup_failed: { from: beforePickup, to: 'exception' },
  scan: { from: onBoard, to: 'the same' },
  excursion: { from: onBoard, to: 'the same' },
  deliver: { from: onBoard, to: 'delivered' },
  delivery_failed: { from: onBoard, to: 'exception' },
  resume: { from: ['exception'], to: 'the state before' },
  returned: { from: ['exception'], to: 'the same' },
};

/** What happens to a job is decided here alone, from its state and from what is told. */
export function transition(job: Job, happening: Happening, telling: Telling): Outcome {
  requireOwn(job, telling);
  requirePossible(job, happening, telling);
  const { now, by, note = '', position = null } = telling;
  const at = milestoneTime(job, telling);
  const told = { now, at, by, note: note === '' ? null : note, position };
  const outcome = decide(job, happening, told);
  return outcome.refusal || happening.type === 'update' ? outcome : settled(outcome, told);
}

/** A courier moves the jobs of its driver; all others are not there for it. */
function requireOwn(job: Job, { courier_id }: Telling): void {
  if (courier_id !== undefined && job.assignment?.driver_id !== courier_id) existing(undefined);
}

function requirePossible(job: Job, { type }: Happening, { courier_id }: Telling): void {
  if (type === 'update' || type === 'cancel') {
    requireBeforeCollection(job);
    return;
  }
  const { from, to } = table[type];
  const isReturning = type === 'resume' && job.return_job_id !== null;
  const isForDesk = type === 'resume' && courier_id !== undefined;
  if (from.includes(job.status) && !isReturning && !isForDesk) return;
  const reason = isReturning ? ', and its parcels are being returned' : '';
  const asked = `${type} leads from ${from.join(' or ')} to ${to}`;
  const who = isForDesk ? ', on the word of dispatch' : '';
  throw new Refusal(
    'invalid_transition',
    `Job ${job.ref} is ${job.status}${reason}; ${asked}${who}.`,
  );
}

function decide(job: Job, happening: Happening, told: Told): Outcome {
  switch (happening.type) {
    case 'update':
      return update(job, happening, told);
    case 'cancel':
      return cancel(job, happening, told);
    case 'assign':
      return assign(job, happening, told);
    case 'depart':
      return depart(job, told);
    case 'arriving':
      return arrive(job, happening, told);
    case 'collect':
      return collect(job, happening, told);
    case 'pickup_failed':
      return failPickup(job, happening, told);
    case 'scan':
      return scan(job, happening, told);
    case 'excursion':
      return noteExcursion(job, happening, told);
    case 'deliver':
      return deliver(job, happening, told);
    case 'delivery_failed':
      return failDelivery(job, happening, told);
    case 'resume':
      return resume(job, happening, told);
    case 'returned':
      return returned(job, happening, told);
  }
}
