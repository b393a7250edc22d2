/** Rules that drivers and vehicles share. Pure. */
import type { Driver, FleetStatus, OperatingArea } from '@svc/contracts';
import { positionFault } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

export type Base = Driver['base'];

export interface FleetRecord {
  base: Base;
  /** Null while it is part of the fleet. */
  retired_at: Date | null;
}

/** A base that is not named in a change stays, even one that an earlier area allowed. */
export function checkBase({ base }: { base?: Base | undefined }, area: OperatingArea): void {
  const fault = base && positionFault(base.position, area);
  if (!fault) return;
  throw new Refusal('invalid_position', `position ${fault}.`, { path: ['base', 'position'] });
}

export const statusOf = ({ retired_at }: Pick<FleetRecord, 'retired_at'>): FleetStatus =>
  retired_at === null ? 'active' : 'retired';

/** Retiring again keeps the first time. */
export const retirement = (
  { retired_at }: Pick<FleetRecord, 'retired_at'>,
  status: FleetStatus | undefined,
  now: Date,
): Date | null => {
  if (status === undefined) return retired_at;
  return status === 'active' ? null : (retired_at ?? now);
};
