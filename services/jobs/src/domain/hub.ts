/** Reconciliation of a hub (expected, present, sent on), and the jobs that a courier takes over at hubs. */
import type { Hub, HubJob } from '@svc/contracts';
import type { JobRecord } from './job.ts';
import { type HubVehicle, type LegRecord, openLeg } from './leg.ts';
import { currentLeg } from './legs.ts';

const shownMax = 200;

/** From the open jobs that go over the hub. */
export function toHub(hub: HubVehicle, jobs: readonly JobRecord[]): Hub {
  const { vehicle_id: id, registration, site_id } = hub;
  const states = jobs.map((job) => ({ job, state: stateAt(job, id) }));
  const listed = (wanted: HubState['state']): HubJob[] =>
    states
      .flatMap(({ job, state }) => (state?.state === wanted ? [toHubJob(job, state)] : []))
      .toSorted((a, b) => (a.due_at ?? 'z').localeCompare(b.due_at ?? 'z'))
      .slice(0, shownMax);
  return {
    object: 'hub',
    ...{ id, registration, site_id },
    ...{ expected: listed('expected'), present: listed('present'), sent_on: listed('sent_on') },
  };
}

interface HubState {
  state: 'expected' | 'present' | 'sent_on';
  /** Into the hub. */
  inbound: LegRecord;
  /** Out of it. */
  outbound: LegRecord;
}

/** State at the hub: that of the last visit that has begun, else of the first that is to come. */
function stateAt(job: JobRecord, hubId: string): HubState | undefined {
  const legs = job.legs ?? [];
  const isHere = ({ hub }: LegRecord) => hub?.vehicle_id === hubId;
  const reached = legs.findLastIndex((leg) => isHere(leg) && leg.arrived_at !== null);
  const n = reached < 0 ? legs.findIndex(isHere) : reached;
  const inbound = legs[n];
  if (!inbound) return undefined;
  const outbound = legs[n + 1] ?? openLeg;
  if (inbound.arrived_at === null) return { state: 'expected', inbound, outbound };
  const isPresent = job.assignment?.vehicle_id === hubId;
  return { state: isPresent ? 'present' : 'sent_on', inbound, outbound };
}

function toHubJob(job: JobRecord, { state, inbound, outbound }: HubState): HubJob {
  const isExpected = state === 'expected';
  const leg = isExpected ? inbound : outbound;
  const courier = isExpected ? (inbound.crew ?? job.assignment) : outbound.crew;
  return {
    job_id: job.id,
    ref: job.ref,
    parcels: job.priced.parcels,
    parcels_scanned: inbound.parcels_scanned,
    driver_first_name: courier?.driver_first_name ?? null,
    due_at: leg.due_at,
    at: state === 'sent_on' ? outbound.departed_at : inbound.arrived_at,
  };
}

export interface Expected {
  job: JobRecord;
  hub: HubVehicle;
  is_kept: boolean;
  due_at: string | null;
}

/** Taken in by the keeper of the hub that the current leg ends at, or out of the hub by its next courier. */
export function expectedBy(
  jobs: readonly JobRecord[],
  { driver, hubId }: { driver: string; hubId: string | null },
): Expected[] {
  return jobs.flatMap((job): Expected[] => {
    const legs = job.legs ?? [];
    const n = currentLeg(job);
    const [before, leg, next] = [legs[n - 1], legs[n], legs[n + 1]];
    if (!leg || job.assignment?.driver_id === driver) return [];
    if (leg.hub && leg.hub.vehicle_id === hubId)
      return [{ job, hub: leg.hub, is_kept: true, due_at: leg.due_at }];
    const isNext = (each: LegRecord | undefined) => each?.crew?.driver_id === driver;
    const out = { job, is_kept: false };
    if (before?.hub && leg.departed_at === null && isNext(leg))
      return [{ ...out, hub: before.hub, due_at: leg.due_at }];
    if (leg.hub && isNext(next)) return [{ ...out, hub: leg.hub, due_at: next?.due_at ?? null }];
    return [];
  });
}
