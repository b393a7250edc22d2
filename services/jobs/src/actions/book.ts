import { addressesOf } from '../config.ts';
import { command } from '../define.ts';
import { bookJob } from '../domain/booking.ts';
import { byClient } from '../domain/custody-fact.ts';
import { toResource } from '../domain/resource.ts';
import { stepsOf } from '../domain/scenario.ts';
import { insertJob } from '../store/jobs.ts';
import { gatherBookingInputs } from '../workflows/booking-inputs.ts';
import { emitJobEvents } from '../workflows/emit-events.ts';
import { generateBookingIds } from '../workflows/generated-ids.ts';
import { enqueueScenario } from '../workflows/scenario.ts';

export const book = command('book', {
  gather: (request, { clients }) => gatherBookingInputs(request, clients),
  handle: async (request, context) => {
    const { db, tenant, actor, now, gathered: inputs, config, emit } = context;
    const booked = bookJob(request, inputs, {
      now,
      by: byClient(actor),
      ...generateBookingIds(now, inputs.priced.parcels),
    });
    await insertJob(db, tenant, booked);
    const { scenario = 'none' } = request;
    if (scenario !== 'none' && config.SVC_ENVIRONMENT === 'sandbox') {
      const steps = stepsOf(scenario, now);
      enqueueScenario(context, { tenant_id: tenant, job_id: booked.job.id, steps });
    }
    return {
      ...toResource(booked.job, addressesOf(config)),
      webhook_events: emitJobEvents(emit, booked),
    };
  },
  retryOn: ['job_ref_unique'],
});
