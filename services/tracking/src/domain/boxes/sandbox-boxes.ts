/**
 * Boxes of the sandbox. Nobody packs there, so parcels with a range to keep lie in one of two sample
 * boxes of the caller from their collection on, each with a probe of its own.
 */
import type { TrackedJobRecord } from '../tracked-job.ts';
import type { AssetRecord } from './asset.ts';
import { type BindingRecord, parcelsSubject, probeSubject } from './asset-binding.ts';
import { bindingFact } from './binding-fact.ts';

const samples = {
  tote: { id: 'ast_sandbox_tote', identifier: 'SBX-TOTE-1' },
  cool_box: { id: 'ast_sandbox_cool_box', identifier: 'SBX-COOL-1' },
} as const;
const by = 'desk:sandbox';
/** Before any job. */
const since = new Date('2026-01-01T00:00:00Z');

type PackedJob = Pick<TrackedJobRecord, 'tenant_id' | 'job_id' | 'ref' | 'temperature_class'>;

/** The box with its probe and the parcels in it, and the event of the chain. */
export function packSandboxBox(job: PackedJob, parcels: number, at: Date) {
  const kind = job.temperature_class === 'ambient' ? 'tote' : 'cool_box';
  const asset: AssetRecord = {
    ...{ ...samples[kind], kind, temperature_class: null, hold_hours: null, home_site_id: null },
    ...{ qualified_until: null, state: 'in_use', state_by: by, state_at: since },
    ...{ created_at: since, retired_at: null },
  };
  const bound = { asset_id: asset.id, to_at: null, bound_by: by, ended_by: null };
  const probe: BindingRecord = {
    ...{ ...probeSubject(`sandbox-probe-${kind}`), ...bound },
    ...{ id: `bnd_sandbox_${kind}`, from_at: since, created_at: since },
  };
  const subject = parcelsSubject({ ...job, id: job.job_id, parcels }, null);
  const inside: BindingRecord = {
    ...{ ...subject, ...bound, id: `bnd_${job.job_id.slice(4)}`, from_at: at, created_at: at },
  };
  const { identifier } = asset;
  const fact = bindingFact(inside, { isBegun: true, identifier, beside: [probe] });
  return { asset, bindings: [probe, inside], fact };
}
