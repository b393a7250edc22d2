import type { CustodyFact } from '@svc/contracts';
import type { BindingRecord } from './asset-binding.ts';
import type { UnitPlace } from './unit.ts';

interface Around {
  isBegun: boolean;
  identifier: string;
  /** What the asset stands in, with where that is; undefined if it stands in nothing. */
  outer?: OuterUnit | undefined;
  /** Other bindings of the asset at that time. */
  beside: readonly BindingRecord[];
}

export interface OuterUnit extends Pick<UnitPlace, 'vehicle_id' | 'site_id'> {
  identifier: string;
}

/** Binding of the place of the asset that a binding is about. */
export const placeWith = (
  binding: BindingRecord,
  beside: readonly BindingRecord[],
): BindingRecord | undefined =>
  binding.kind === 'parcels' ? beside.find(({ kind }) => kind === 'place') : binding;

/** The chain event of a binding; with parcels it names the probes and the place of the box, too. */
export function bindingFact(
  binding: BindingRecord,
  { isBegun, identifier, outer, beside }: Around,
): CustodyFact {
  const { kind, asset_id, device_id, parcels, job_parcels } = binding;
  const place = placeWith(binding, beside);
  const probes = beside.flatMap((each) => (each.kind === 'probe' ? (each.device_id ?? []) : []));
  const details = {
    binding: kind,
    change: isBegun ? 'begun' : 'ended',
    ...{ asset_id, identifier, device_id },
    ...{ in_asset_id: place?.in_asset_id, into: outer?.identifier },
    vehicle_id: place?.vehicle_id ?? outer?.vehicle_id,
    site_id: place?.site_id ?? outer?.site_id,
    ...(kind === 'parcels' && {
      parcels: parcels?.length ?? job_parcels,
      probes: probes.join(' '),
    }),
  };
  const named = Object.entries(details).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, value] as const],
  );
  const at = isBegun ? binding.from_at : (binding.to_at ?? binding.from_at);
  const by = isBegun ? binding.bound_by : (binding.ended_by ?? binding.bound_by);
  return {
    at: at.toISOString(),
    ...{ type: 'bound', by, note: null, seal: null, position: null },
    details: Object.fromEntries(named),
  };
}
