/** Makes a set of sample jobs, as of now. */
import { type jobs, samplesPrefix } from '@svc/contracts';
import type { WriteContext } from '@svc/kit/bind';
import { newId, randomCode } from '@svc/kit/ids';
import type { Config } from './config.ts';
import type { BookingFacts } from './domain/booking.ts';
import { bookedAt, makeSample, samplePlans } from './domain/samples.ts';
import { drawJob } from './draw-job.ts';
import { insertJob } from './store/jobs.ts';
import { insertSampleSet, listSampleSets, retireSampleSet } from './store/samples.ts';
import type { Tables } from './store/schema.ts';
import { tell } from './tell.ts';

type Context = WriteContext<Tables, Config, typeof jobs>;

/** A client may hold the ids of the day before, so that day's set still answers to them. */
const setsKept = 2;

/** Under a tenant of its own, so that making it races with no reader of the one before. */
export async function makeSampleSet(
  context: Context,
  facts: readonly BookingFacts[],
): Promise<string> {
  const { db, now, emit } = context;
  const tenant_id = `${samplesPrefix}${randomCode(16)}`;
  for (const [place, plan] of samplePlans.entries()) {
    const found = facts[place];
    if (!found) throw new Error(`no price and sites for ${plan.reference}`);
    await insertSample(context, plan, { ...found, tenant: { id: tenant_id, name: 'Samples' } });
  }
  await insertSampleSet(db, { tenant_id, made_at: now, facts });
  for (const { tenant_id: old } of (await listSampleSets(db)).slice(setsKept)) {
    await retireSampleSet(db, old, now);
    emit('sandbox.expired', { tenant_id: old }, {}, { tenant: old });
  }
  return tenant_id;
}

type Plan = (typeof samplePlans)[number];

async function insertSample({ db, now, emit, config }: Context, plan: Plan, facts: BookingFacts) {
  const at = bookedAt(plan, now);
  const parcel_ids = Array.from({ length: facts.priced.parcels }, () => newId('pcl_', at));
  const draw = { ...drawJob(at, config.SVC_SECRET), parcel_ids };
  const { outcomes, stored } = makeSample(plan, facts, { madeAt: now, draw });
  await insertJob(db, facts.tenant.id, stored);
  for (const outcome of plan.isPending ? outcomes.slice(0, -1) : outcomes) tell(emit, outcome);
}
