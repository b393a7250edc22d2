import { byCarrier, type OpsEvent } from '@svc/contracts';
import { toPage } from '@svc/kit/page';
import { command, query, type WebhooksCommandContext } from '../define.ts';
import {
  acknowledged,
  disposed,
  dispositionFact,
  type OpsEventRecord,
  toOpsEvent,
} from '../domain/ops-event.ts';
import {
  getLastChange,
  listAlarmKinds,
  listAlarms,
  listChanges,
  lockAlarm,
  saveHandling,
} from '../store/ops-events.ts';
import { hintOfChange } from '../workflows/alarms.ts';

export const listOpsEvents = query('listOpsEvents', async (filter, { db }) =>
  toPage((await listAlarms(db, filter)).map(toOpsEvent), filter.limit),
);

export const listOpsEventKinds = query('listOpsEventKinds', async ({ severity }, { db }) => ({
  data: (await listAlarmKinds(db, severity)).map(({ count, ...record }) => ({
    count,
    event: toOpsEvent(record),
  })),
}));

export const listOpsChanges = query('listOpsChanges', async ({ after, limit }, { db }) => {
  const upTo = await getLastChange(db);
  // A cursor beyond the end is of another database: it would never be reached.
  if (after === undefined || BigInt(after) >= BigInt(upTo))
    return { data: [], last: upTo, has_more: false };
  const rows = await listChanges(db, { after, upTo, limit });
  const has_more = rows.length === limit;
  return {
    data: rows.map(({ change, ...record }) => ({ change, event: toOpsEvent(record) })),
    last: has_more ? (rows.at(-1)?.change ?? upTo) : upTo,
    has_more,
  };
});

export const acknowledge = command('acknowledge', {
  handle: ({ id, by, note }, context) =>
    handleAlarm(id, context, (alarm) => acknowledged(alarm, { by, note, now: context.now })),
});

export const recordDisposition = command('recordDisposition', {
  handle: async ({ id, ...decision }, context) => {
    const { actor, now, emit } = context;
    const event = await handleAlarm(id, context, (alarm) => disposed(alarm, { ...decision, now }));
    const { tenant_id: tenant, job_id: jobId } = event;
    const fact = dispositionFact(event, { by: byCarrier(actor, undefined), at: now });
    const ref = String(event.data.ref);
    emit('disposition.recorded', { job_id: jobId, ref }, { custody: fact }, { tenant, jobId });
    return event;
  },
});

async function handleAlarm(
  id: string,
  { db, hint, recordChange }: WebhooksCommandContext,
  decide: (alarm: OpsEventRecord) => OpsEventRecord,
): Promise<OpsEvent> {
  const alarm = await lockAlarm(db, id);
  const record = decide(alarm);
  await saveHandling(db, record);
  const { status, type, job_id, disposition } = record;
  recordChange({
    ...{ object: id, tenant: alarm.tenant_id },
    before: { status: alarm.status },
    after: { status, type, job_id, ...(disposition && { disposition }) },
  });
  hintOfChange({ hint });
  return toOpsEvent(record);
}
