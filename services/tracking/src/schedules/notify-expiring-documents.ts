import { carrierDayOf } from '@svc/contracts';
import { every } from '../define.ts';
import { dueNotice, expiryNoticeOf, noticesReachedOn } from '../domain/compliance-document.ts';
import { lockExpiringDocuments, saveNotice } from '../store/compliance-documents.ts';

const batchMax = 200;

/** In the morning of the carrier's day; one that was missed is made up for at the next start. */
export const notifyExpiringDocuments = every(
  'notify-expiring-documents',
  '0 4 * * *',
  async ({ db, now, emit }) => {
    const day = carrierDayOf(now);
    const documents = await lockExpiringDocuments(db, {
      day,
      notices: noticesReachedOn(day),
      max: batchMax,
    });
    for (const document of documents) {
      const notice = dueNotice(document, day);
      if (notice === undefined) continue;
      emit('compliance.expiring', expiryNoticeOf(document), {}, { tenant: document.tenant_id });
      await saveNotice(db, document.tenant_id, { ...document, notified_days: notice });
    }
    return documents.length === batchMax ? 'again' : undefined;
  },
  { fill: '1d' },
);
