import { samplesPrefix } from '@svc/contracts';
import { newId, randomCode } from '@svc/kit/ids';
import type { JobsWriteContext } from '../define.ts';
import type { BookingInputs } from '../domain/booking.ts';
import { bookedAt, buildSample, samplePlans } from '../domain/samples.ts';
import { insertJob } from '../store/jobs.ts';
import { insertSampleSet, listSampleSets, retireSampleSet } from '../store/samples.ts';
import { emitJobEvents } from './emit-events.ts';
import { generateIds } from './generated-ids.ts';

/** Yesterday's set stays readable by id, because clients may hold its ids. */
const setsKept = 2;

/**
 * Creates today's sample jobs under a new tenant, so that readers of the previous set are not
 * affected.
 */
export async function createSampleSet(
  context: JobsWriteContext,
  inputs: readonly BookingInputs[],
): Promise<string> {
  const { db, now, emit } = context;
  const tenant_id = `${samplesPrefix}${randomCode(16)}`;
  for (const [place, plan] of samplePlans.entries()) {
    const found = inputs[place];
    if (!found) throw new Error(`no price and sites for ${plan.reference}`);
    await insertSample(context, plan, { ...found, tenant: { id: tenant_id, name: 'Samples' } });
  }
  await insertSampleSet(db, { tenant_id, created_at: now, inputs });
  for (const { tenant_id: old } of (await listSampleSets(db)).slice(setsKept)) {
    await retireSampleSet(db, old, now);
    emit('sandbox.expired', { tenant_id: old }, {}, { tenant: old });
  }
  return tenant_id;
}

type Plan = (typeof samplePlans)[number];

async function insertSample(
  { db, now, emit, config }: JobsWriteContext,
  plan: Plan,
  inputs: BookingInputs,
) {
  const at = bookedAt(plan, now);
  const parcel_ids = Array.from({ length: inputs.priced.parcels }, () => newId('pcl_', at));
  const ids = { ...generateIds(at, config.SVC_SECRET), parcel_ids };
  const { results, stored } = buildSample(plan, inputs, { madeAt: now, ids });
  await insertJob(db, inputs.tenant.id, stored);
  for (const result of plan.isPending ? results.slice(0, -1) : results) emitJobEvents(emit, result);
}
