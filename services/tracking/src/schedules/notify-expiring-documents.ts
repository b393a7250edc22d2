import { every } from '../define.ts';
import {
  carrierToday,
  dueNotice,
  expiryNoticeOf,
  noticesReachedOn,
} from '../domain/compliance-document.ts';
import { lockExpiringDocuments, saveNotice } from '../store/compliance-documents.ts';

const batchMax = 200;

/** In the morning of the carrier's day; one that was missed is made up for at the next start. */
export const notifyExpiringDocuments = every(
  'tell-expiring-papers',
  '0 4 * * *',
  async ({ db, now, emit }) => {
    const day = carrierToday(now);
    const papers = await lockExpiringDocuments(db, {
      day,
      notices: noticesReachedOn(day),
      max: batchMax,
    });
    for (const paper of papers) {
      const notice = dueNotice(paper, day);
      if (notice === undefined) continue;
      emit('compliance.expiring', expiryNoticeOf(paper), {}, { tenant: paper.tenant_id });
      await saveNotice(db, paper.tenant_id, { ...paper, told_days: notice });
    }
    return papers.length === batchMax ? 'again' : undefined;
  },
  { fill: '1d' },
);
