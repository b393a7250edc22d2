import { toPage } from '@svc/kit/page';
import { command, query } from '../define.ts';
import { acknowledged, toOpsEvent } from '../domain/ops-event.ts';
import {
  getLastChange,
  listAlarms,
  listChanges,
  lockAlarm,
  saveAcknowledgement,
} from '../store/ops-events.ts';
import { hintOfChange } from '../workflows/alarms.ts';

export const listOpsEvents = query('listOpsEvents', async (filter, { db }) =>
  toPage((await listAlarms(db, filter)).map(toOpsEvent), filter.limit),
);

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
  handle: async ({ id, by, note }, { db, now, hint, recordChange }) => {
    const alarm = await lockAlarm(db, id);
    const record = acknowledged(alarm, { by, note, now });
    await saveAcknowledgement(db, record);
    recordChange({
      ...{ object: id, tenant: alarm.tenant_id },
      before: { status: alarm.status },
      after: { status: record.status, type: record.type, job_id: record.job_id },
    });
    hintOfChange({ hint });
    return toOpsEvent(record);
  },
});
