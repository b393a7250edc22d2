import { generateCode } from '../adapters/handover-codes.ts';
import { addressesOf } from '../config.ts';
import { command } from '../define.ts';
import { byCarrier } from '../domain/custody-fact.ts';
import { toDeskJob } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { lockAnyJob } from '../store/dispatch-jobs.ts';
import { saveJob } from '../store/jobs.ts';
import { emitJobEvents } from '../workflows/emit-events.ts';

export const assign = command('assign', {
  gather: ({ driver_id, vehicle_id }, { clients }) =>
    clients.tracking.assignmentDetails({ driver_id, vehicle_id }),
  handle: async ({ id }, { db, actor, now, gathered: assignment, config, emit }) => {
    const before = await lockAnyJob(db, id);
    const new_code = generateCode(config.SVC_SECRET);
    const commandContext = { now, by: byCarrier(actor, undefined) };
    const after = transition(before, { type: 'assign', assignment, new_code }, commandContext);
    await saveJob(db, before.tenant_id, { before, after });
    return {
      ...toDeskJob(after.job, addressesOf(config)),
      webhook_events: emitJobEvents(emit, after),
    };
  },
});
