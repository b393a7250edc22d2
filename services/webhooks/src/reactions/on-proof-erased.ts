import { isPersonal, redacted, personalTypes as types } from '@svc/kit/personal-data';
import { erasure } from '../define.ts';
import { clearExcerpts, listEventsOfJob, saveBody } from '../store/personal-data.ts';

/** Erasure of a proof: redacts personal data in stored event bodies and response excerpts. */
export const erasePersonalData = erasure(async (db, { tenant, jobId }) => {
  for (const { id, body } of await listEventsOfJob(db, tenant, { jobId, types })) {
    const event: unknown = JSON.parse(body);
    if (isPersonal(event))
      await saveBody(db, tenant, { id, body: JSON.stringify(redacted(event)) });
    await clearExcerpts(db, tenant, { id, types });
  }
});
