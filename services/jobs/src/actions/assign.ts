import { command } from '../define.ts';
import { byCarrier } from '../domain/custody-fact.ts';
import { toDeskJob } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { drawCode } from '../handover-codes.ts';
import { lockAnyJob } from '../store/desk.ts';
import { saveJob } from '../store/jobs.ts';
import { tell } from '../tell.ts';

export const assign = command('assign', {
  gather: ({ driver_id, vehicle_id }, { clients }) =>
    clients.tracking.assignmentFacts({ driver_id, vehicle_id }),
  handle: async ({ id }, { db, actor, now, facts: assignment, config, emit }) => {
    const before = await lockAnyJob(db, id);
    const new_code = drawCode(config.SVC_SECRET);
    const telling = { now, by: byCarrier(actor, undefined) };
    const after = transition(before, { type: 'assign', assignment, new_code }, telling);
    await saveJob(db, before.tenant_id, { before, after });
    return { ...toDeskJob(after.job, config), webhook_events: tell(emit, after) };
  },
});
