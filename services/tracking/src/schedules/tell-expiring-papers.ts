import { every } from '../define.ts';
import { dueNotice, expiryOf, noticesOn, today } from '../domain/paper.ts';
import { lockExpiring, saveNotice } from '../store/papers.ts';

const batchMax = 200;

/** In the morning of the carrier's day; one that was missed is made up for at the next start. */
export const tellExpiringPapers = every(
  'tell-expiring-papers',
  '0 4 * * *',
  async ({ db, now, emit }) => {
    const day = today(now);
    const papers = await lockExpiring(db, { day, notices: noticesOn(day), max: batchMax });
    for (const paper of papers) {
      const notice = dueNotice(paper, day);
      if (notice === undefined) continue;
      emit('compliance.expiring', expiryOf(paper), {}, { tenant: paper.tenant_id });
      await saveNotice(db, paper.tenant_id, { ...paper, told_days: notice });
    }
    return papers.length === batchMax ? 'again' : undefined;
  },
  { fill: '1d' },
);
