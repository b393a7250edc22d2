import type { CustodyFact } from '@svc/contracts';
import type { BindingRecord } from './asset-binding.ts';

interface Around {
  isBegun: boolean;
  identifier: string;
  /** Other bindings of the asset at that time. */
  beside: readonly BindingRecord[];
}

/** The chain event of a binding; with parcels it names the probes and the place of the box, too. */
export function bindingFact(
  binding: BindingRecord,
  { isBegun, identifier, beside }: Around,
): CustodyFact {
  const { kind, asset_id, device_id, vehicle_id, site_id, parcels, job_parcels } = binding;
  const place = kind === 'parcels' ? beside.find((each) => each.kind === 'place') : binding;
  const probes = beside.flatMap((each) => (each.kind === 'probe' ? (each.device_id ?? []) : []));
  const details = {
    binding: kind,
    change: isBegun ? 'begun' : 'ended',
    ...{ asset_id, identifier, device_id },
    vehicle_id: vehicle_id ?? place?.vehicle_id,
    site_id: site_id ?? place?.site_id,
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
