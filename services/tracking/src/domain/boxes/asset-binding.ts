/**
 * Bindings: what was with an asset from when to when. Pure.
 *
 * Terms
 * - **slot**: what holds one binding at a time: a probe (it is in one asset), a parcel (in one box),
 *   an asset's place (one vehicle, site or other asset).
 * - **rival**: another binding of the slot whose time overlaps.
 *
 * Times are half open: a binding holds from `from_at` until before `to_at`.
 */
import type { Binding } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

export interface BindingSubject extends Pick<Binding, 'kind' | 'asset_id' | 'device_id'> {
  /** The customer whose job it is; null for another kind. */
  job_tenant_id: string | null;
  job_id: string | null;
  ref: string | null;
  /** How many parcels the job has. */
  job_parcels: number | null;
  parcels: string[] | null;
  vehicle_id: string | null;
  site_id: string | null;
  in_asset_id: string | null;
}
const nothing = {
  ...{ device_id: null, job_tenant_id: null, job_id: null, ref: null, job_parcels: null },
  ...{ parcels: null, vehicle_id: null, site_id: null, in_asset_id: null },
};
type UnboxedSubject = Omit<BindingSubject, 'asset_id'>;

export const probeSubject = (device_id: string): UnboxedSubject => ({
  ...nothing,
  ...{ kind: 'probe', device_id },
});

export const placeSubject = (
  place: Partial<Pick<BindingSubject, 'vehicle_id' | 'site_id' | 'in_asset_id'>>,
): UnboxedSubject => ({ ...nothing, kind: 'place', ...place });

interface LocatedJob {
  id: string;
  ref: string;
  tenant_id: string;
  parcels?: number | undefined;
}

/** Parcels of a job; null means all of them. */
export function parcelsSubject(job: LocatedJob, parcels: string[] | null): UnboxedSubject {
  const { id: job_id, ref, tenant_id: job_tenant_id, parcels: job_parcels = 1 } = job;
  if (parcels && parcels.length > job_parcels) {
    const detail = `Job ${ref} has ${job_parcels} parcels, not ${parcels.length}.`;
    throw new Refusal('invalid_body', detail, { path: ['parcels'] });
  }
  return { ...nothing, kind: 'parcels', job_id, ref, job_tenant_id, job_parcels, parcels };
}

export interface BindingRecord extends BindingSubject {
  id: string;
  from_at: Date;
  to_at: Date | null;
  bound_by: string;
  ended_by: string | null;
  created_at: Date;
}

/** Name of a slot, for its lock. */
export const slotOf = ({ kind, device_id, job_id, asset_id }: BindingSubject): string =>
  `${kind} ${device_id ?? job_id ?? asset_id}`;
export const parcelsSlot = (job_id: string): string => `parcels ${job_id}`;

/** `ended_by` of parcels that left the carrier. */
export const byHandOver = 'system';

export const toBindingResource = (record: BindingRecord): Binding => {
  const { id, kind, asset_id, device_id, job_id, parcels } = record;
  const { vehicle_id, site_id, in_asset_id } = record;
  return {
    object: 'binding',
    ...{ id, kind, asset_id, device_id, job_id, parcels, vehicle_id, site_id, in_asset_id },
    from: record.from_at.toISOString(),
    to: record.to_at?.toISOString() ?? null,
    ...{ bound_by: record.bound_by, ended_by: record.ended_by },
    created_at: record.created_at.toISOString(),
  };
};

export interface BindingPlan {
  /** Ended by the new one, with their ends. */
  ended: BindingRecord[];
  /** Inserted: the new one first, and what is left of parcels that were taken apart. */
  begun: BindingRecord[];
  /** What was asked for; not among `begun` if it was there already. */
  binding: BindingRecord;
}

/** Codes that two sets share; null is all parcels of the job. */
const share = (a: string[] | null, b: string[] | null): boolean =>
  a === null || b === null || a.some((code) => b.includes(code));

const sameSlot = (a: BindingSubject, b: BindingSubject): boolean => {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'probe') return a.device_id === b.device_id;
  if (a.kind === 'place') return a.asset_id === b.asset_id;
  return a.job_id === b.job_id && share(a.parcels, b.parcels);
};

const isSame = (a: BindingSubject, b: BindingSubject): boolean =>
  sameSlot(a, b) &&
  a.asset_id === b.asset_id &&
  a.vehicle_id === b.vehicle_id &&
  a.site_id === b.site_id &&
  a.in_asset_id === b.in_asset_id &&
  (a.parcels === null || (b.parcels?.every((code) => a.parcels?.includes(code)) ?? false));

const codes = {
  probe: 'binding_overlaps',
  parcels: 'parcel_bound',
  place: 'box_in_use',
} as const;

const span = ({ from_at, to_at }: BindingRecord): string =>
  `from ${from_at.toISOString()} ${to_at ? `to ${to_at.toISOString()}` : 'on'}`;

const conflict = (rival: BindingRecord): Refusal => {
  const { kind, id, asset_id, vehicle_id, site_id, in_asset_id } = rival;
  const where = kind === 'place' ? (vehicle_id ?? site_id ?? in_asset_id) : asset_id;
  const code = rival.to_at === null ? codes[kind] : 'binding_overlaps';
  return new Refusal(code, `Binding ${id} holds ${span(rival)}: in ${where}.`);
};

/** One that ended as it began never held. */
const holdsAfter = ({ from_at, to_at }: BindingRecord, at: Date): boolean =>
  to_at === null || (to_at > at && to_at > from_at);

const rivalsOf = (known: readonly BindingRecord[], wanted: BindingRecord): BindingRecord[] =>
  known.filter((each) => sameSlot(each, wanted) && holdsAfter(each, wanted.from_at));

/** The one that says what is wanted already. */
export const presentBinding = (
  known: readonly BindingRecord[],
  wanted: BindingRecord,
): BindingRecord | undefined =>
  rivalsOf(known, wanted).find((each) => isSame(each, wanted) && each.from_at <= wanted.from_at);

interface Planning {
  replace: boolean;
  /** When it ends at the latest, by itself. */
  until?: Date | null;
  newId: () => string;
}

/** Begins a binding among those of its slot; `known` may hold others, too. */
export function planBinding(
  known: readonly BindingRecord[],
  wanted: BindingRecord,
  { replace, until = null, newId }: Planning,
): BindingPlan {
  const { from_at } = wanted;
  const rivals = rivalsOf(known, wanted);
  const [before, after] = [
    rivals.filter((each) => each.from_at <= from_at),
    rivals.filter((each) => each.from_at > from_at),
  ];
  const [first] = rivals;
  if (first && !replace) throw conflict(first);
  // One that was recorded later for an earlier time lasts until what is known to follow it.
  const next = after.toSorted((a, b) => a.from_at.getTime() - b.from_at.getTime()).at(0);
  const closed = next
    ? { ...wanted, to_at: next.from_at, ended_by: next.bound_by }
    : { ...wanted, to_at: until, ended_by: until && byHandOver };
  const parts = before.map((each) => takenFrom(each, closed, newId));
  return {
    ended: parts.map(({ ended }) => ended),
    begun: [closed, ...parts.flatMap(({ left }) => left)],
    binding: closed,
  };
}

/** Ends a binding that still holds; parcels of it that do not move stay where they are. */
function takenFrom(rival: BindingRecord, by: BindingRecord, newId: () => string) {
  // What ended with the hand-over was ended by nobody.
  if (rival.to_at !== null && rival.ended_by !== byHandOver) throw conflict(rival);
  const ended = { ...rival, to_at: by.from_at, ended_by: by.bound_by };
  if (rival.kind !== 'parcels' || by.parcels === null) return { ended, left: [] };
  // Which codes would be left of all parcels, nobody said.
  if (rival.parcels === null) throw conflict(rival);
  const parcels = rival.parcels.filter((code) => !by.parcels?.includes(code));
  const left = { ...rival, id: newId(), parcels, from_at: by.from_at, created_at: by.created_at };
  return { ended, left: parcels.length === 0 ? [] : [left] };
}

/** The binding with its end; one that has ended stays as it is. */
export function endedBinding(
  binding: BindingRecord,
  { to, by, isStated }: { to: Date; by: string; isStated: boolean },
): BindingRecord {
  const { to_at } = binding;
  if (to_at !== null) {
    if (!isStated || to_at.getTime() === to.getTime()) return binding;
    throw new Refusal('binding_overlaps', `Binding ${binding.id} held ${span(binding)}.`);
  }
  if (to < binding.from_at) {
    throw new Refusal(
      'invalid_time',
      `The binding began later, at ${binding.from_at.toISOString()}.`,
    );
  }
  return { ...binding, to_at: to, ended_by: by };
}

const aheadMsMax = 60_000;

/** A time as it was reported, or now. */
export function boundTime(said: string | undefined, now: Date): Date {
  const at = said === undefined ? now : new Date(said);
  if (at.getTime() > now.getTime() + aheadMsMax) {
    throw new Refusal('invalid_time', 'The time lies more than 60 s in the future.');
  }
  return at;
}
