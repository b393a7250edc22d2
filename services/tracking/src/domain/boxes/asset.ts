/** Assets of the carrier: cool boxes, compartments, totes, cages, lock-boxes and loggers. */
import type { Asset, AssetState, InputOf, tracking } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { retirement, statusOf } from '../fleet.ts';
import { nowhere, type UnitPlace } from './unit.ts';

type Described = Pick<
  Asset,
  'id' | 'identifier' | 'kind' | 'temperature_class' | 'hold_hours' | 'home_site_id'
>;
export interface AssetRecord extends Described {
  qualified_until: string | null;
  state: AssetState;
  state_by: string;
  state_at: Date;
  created_at: Date;
  retired_at: Date | null;
}

/** What is with an asset now. */
export interface AssetPresence extends Omit<UnitPlace, 'units'> {
  asset_ids: string[];
  device_ids: string[];
  job_ids: string[];
  temperature_mc: number | null;
}
const { units: _, ...noPlace } = nowhere;
export const nothingWith: AssetPresence = {
  ...{ ...noPlace, asset_ids: [], device_ids: [], job_ids: [], temperature_mc: null },
};

export const toAssetResource = (
  record: AssetRecord,
  { placed_at, temperature_mc, ...present }: AssetPresence,
): Asset => {
  const { id, identifier, kind, temperature_class, hold_hours } = record;
  return {
    object: 'asset',
    ...{ id, identifier, kind, temperature_class, hold_hours },
    qualified_until: record.qualified_until,
    home_site_id: record.home_site_id,
    ...{ state: record.state, state_by: record.state_by },
    state_at: record.state_at.toISOString(),
    status: statusOf(record),
    ...present,
    placed_at: placed_at?.toISOString() ?? null,
    temperature_c: temperature_mc === null ? null : temperature_mc / 1_000,
    created_at: record.created_at.toISOString(),
  };
};

/** An asset of another carrier returns the same as one that does not exist. */
export function requireAsset(asset: AssetRecord | undefined): AssetRecord {
  if (!asset) throw new Refusal('asset_not_found', 'No asset with this id or label.');
  return asset;
}

export const identifierTaken = (): Refusal =>
  new Refusal('identifier_taken', 'Another asset has this identifier.');

type AssetChange = InputOf<(typeof tracking)['actions']['updateAsset']>;
interface Recording {
  by: string;
  now: Date;
}

/** Fields that are not named keep their values. */
export function changeAsset(
  asset: AssetRecord,
  { id: _, status, state, ...fields }: AssetChange,
  { by, now }: Recording,
): AssetRecord {
  const named = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  const changed = { ...asset, ...named, retired_at: retirement(asset, status, now) };
  return state === undefined ? changed : inState(changed, state, { by, now });
}

const inState = (asset: AssetRecord, state: AssetState, { by, now }: Recording): AssetRecord =>
  asset.state === state ? asset : { ...asset, state, state_by: by, state_at: now };

/** Parcels, or boxes with them, go into an asset that may be used, which then is in use. */
export function useFor(asset: AssetRecord, recording: Recording): AssetRecord {
  if (asset.retired_at !== null || asset.state === 'quarantined') {
    const why = asset.retired_at === null ? 'quarantined' : 'retired';
    throw new Refusal('asset_unusable', `Asset ${asset.identifier} is ${why}.`);
  }
  return inState(asset, 'in_use', recording);
}

/** For the audit log. */
export const recordedAsset = (asset: AssetRecord) => {
  const { identifier, kind, temperature_class, hold_hours, qualified_until } = asset;
  const { home_site_id, state } = asset;
  const fields = { identifier, kind, temperature_class, hold_hours, qualified_until };
  return { ...fields, home_site_id, state, status: statusOf(asset) };
};
