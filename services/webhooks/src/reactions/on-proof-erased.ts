import { isPersonal, redacted } from '@svc/kit/personal-data';
import { erasure } from '../define.ts';
import { clearNotes } from '../store/ops-events.ts';
import { clearExcerpts, listEventsOfJob, saveBody } from '../store/personal-data.ts';

/** Event types whose public `data` may identify a person; the migration 0017 has them, too. */
const types = [
  'delivery.completed',
  'custody.scanned',
  'seal.broken',
  'job.cancelled',
  'pickup.failed',
  'delivery.failed',
  'return.created',
] as const;

/** Erasure of a proof: personal data in stored event bodies, response excerpts and notes at alarms. */
export const erasePersonalData = erasure(async (db, { tenant, jobId }) => {
  for (const { id, body } of await listEventsOfJob(db, tenant, { jobId, types })) {
    const event: unknown = JSON.parse(body);
    if (isPersonal(event))
      await saveBody(db, tenant, { id, body: JSON.stringify(redacted(event)) });
    await clearExcerpts(db, tenant, { id, types });
  }
  await clearNotes(db, tenant, jobId);
});
