/**
 * Units: assets in which others stand, a bag in a crate in a cage. Pure.
 *
 * Terms
 * - **nesting**: a binding of kind `place` that names another asset.
 * - **place of a unit**: the vehicle or site of the outermost unit around it.
 * - **whole unit**: one that holds parcels of the jobs at hand, and of no others.
 */
import { Refusal } from '@svc/kit/refusal';
import type { BindingRecord } from './asset-binding.ts';

/** A bag in a crate in a cage in a container. */
const levelsMax = 4;

export interface UnitPlace extends Pick<BindingRecord, 'in_asset_id' | 'vehicle_id' | 'site_id'> {
  /** Since when it has been there, with what it stands in; null while no place is known. */
  placed_at: Date | null;
  /** What it stands in, the nearest first. */
  units: readonly Labelled[];
}
export const nowhere: UnitPlace = {
  ...{ in_asset_id: null, vehicle_id: null, site_id: null, placed_at: null, units: [] },
};

interface Labelled {
  id: string;
  identifier: string;
}
export interface Nesting {
  asset_id: string;
  in_asset_id: string;
}

/**
 * Refuses an asset in itself, in what stands in it, and more levels than are allowed. `known`: the
 * nestings outward from the outer one and inward from the asset.
 */
export function requireNesting(asset: Labelled, outer: Labelled, known: readonly Nesting[]): void {
  const outward = levelsFrom(outer.id, (id) =>
    known.flatMap((each) => (each.asset_id === id ? each.in_asset_id : [])),
  );
  const inward = levelsFrom(asset.id, (id) =>
    known.flatMap((each) => (each.in_asset_id === id ? each.asset_id : [])),
  );
  if (outward.has(asset.id)) {
    const why = asset.id === outer.id ? 'in itself' : `in ${outer.identifier}, which stands in it`;
    throw nested(`${asset.identifier} cannot stand ${why}.`);
  }
  const levels = Math.max(...outward.values()) + Math.max(...inward.values());
  if (levels > levelsMax) {
    const which = `With ${asset.identifier} in ${outer.identifier}`;
    throw nested(`${which}, ${levels} would stand one in another. At most ${levelsMax} may.`);
  }
}

const nested = (detail: string): Refusal => new Refusal('asset_nested', detail);

/** Each asset that is reached, with its level: the first has 1. */
function levelsFrom(
  first: string,
  next: (id: string) => readonly string[],
): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  const visit = (id: string, level: number) => {
    if (level > levelsMax + 1 || (levels.get(id) ?? 0) >= level) return;
    levels.set(id, level);
    for (const each of next(id)) visit(each, level + 1);
  };
  visit(first, 1);
  return levels;
}

/** The outermost whole units around boxes. `contents`: the jobs with parcels in each unit. */
export function wholeUnits(
  boxes: readonly Pick<UnitPlace, 'units'>[],
  contents: ReadonlyMap<string, readonly string[]>,
  jobs: readonly string[],
): string[] {
  const isWhole = ({ id }: Labelled) =>
    contents.get(id)?.every((job) => jobs.includes(job)) ?? false;
  const found = boxes.flatMap(({ units }) => units.findLast(isWhole)?.identifier ?? []);
  return [...new Set(found)];
}
