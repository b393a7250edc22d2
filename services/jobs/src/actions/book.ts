import { newId, randomCode, randomToken } from '@svc/kit/ids';
import { command } from '../define.ts';
import { bookJob } from '../domain/booking.ts';
import { byClient } from '../domain/custody-fact.ts';
import { toResource } from '../domain/resource.ts';
import { stepsOf } from '../domain/scenario.ts';
import { sitesAndPrice } from '../sites-and-price.ts';
import { insertJob } from '../store/jobs.ts';
import { insertSteps } from '../store/scenario-steps.ts';
import { tell } from '../tell.ts';

export const book = command('book', {
  gather: async (request, { clients }) => {
    const [sites, priced] = await sitesAndPrice(request, clients);
    return { ...sites, priced };
  },
  handle: async (request, { db, tenant, actor, now, facts, config, emit }) => {
    const booked = bookJob(request, facts, {
      now,
      by: byClient(actor),
      id: newId('job_', now),
      ref: `SVC-${randomCode(8)}`,
      tracking_token: randomToken(),
      parcel_ids: Array.from({ length: facts.priced.parcels }, () => newId('pcl_', now)),
    });
    await insertJob(db, tenant, booked);
    const { scenario = 'none' } = request;
    if (scenario !== 'none' && config.SVC_ENVIRONMENT === 'sandbox') {
      await insertSteps(db, tenant, stepsOf(scenario, booked.job.id, now));
    }
    return { ...toResource(booked.job, config), webhook_events: tell(emit, booked) };
  },
  retryOn: ['job_ref_unique'],
});
