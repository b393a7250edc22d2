import type { MilestoneRequest } from '@svc/contracts';
import { newId, randomCode, randomToken } from '@svc/kit/ids';
import type { Config } from '../config.ts';
import { command } from '../define.ts';
import { byCarrier } from '../domain/custody-fact.ts';
import type { Happening, ProofFile } from '../domain/happening.ts';
import type { Job } from '../domain/job.ts';
import { toDeskJob } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { compareCode, drawCode } from '../handover-codes.ts';
import { getAnyJob, lockAnyJob } from '../store/desk.ts';
import { lockJob, saveJob } from '../store/jobs.ts';
import { tell } from '../tell.ts';

export const reachMilestone = command('reachMilestone', {
  /** Which of the named files belong to the job. */
  gather: async (milestone, { db, clients }): Promise<ProofFile[]> => {
    if (milestone.type !== 'deliver') return [];
    const { signature_file_id, photo_file_id } = milestone;
    const file_ids = [signature_file_id, photo_file_id].filter((id) => id !== undefined);
    if (file_ids.length === 0) return [];
    const { id: job_id } = await getAnyJob(db, milestone.id);
    return (await clients.custody.filesOf({ job_id, file_ids })).files;
  },
  handle: async (milestone, { db, actor, now, facts: files, config, emit }) => {
    const before = await lockAnyJob(db, milestone.id);
    const { tenant_id } = before;
    const telling = tellingOf(milestone, actor, now);
    const drawn = { now, files, secret: config.SVC_SECRET };
    const after = transition(before, happeningOf(milestone, before, drawn), telling);
    await saveJob(db, tenant_id, { before, after });
    if (after.refusal) throw after.refusal;
    const webhook_events = tell(emit, after);
    const { status, return_of, id: return_job_id } = after.job;
    if (status === 'delivered' && return_of !== null) {
      const original = await lockJob(db, tenant_id, return_of);
      const back = transition(
        original,
        { type: 'returned', return_job_id },
        { now, by: telling.by, at: after.job.milestone_at },
      );
      await saveJob(db, tenant_id, { before: original, after: back });
      webhook_events.push(...tell(emit, back));
    }
    return { ...toDeskJob(after.job, config), webhook_events };
  },
  retryOn: ['job_ref_unique'],
});

const tellingOf = (milestone: MilestoneRequest, actor: string, now: Date) => {
  const { courier_id, at, note, position } = milestone;
  const by = byCarrier(actor, courier_id);
  return { now, by, courier_id, at: at === undefined ? undefined : new Date(at), note, position };
};

interface Drawn {
  now: Date;
  files: readonly ProofFile[];
  secret: Config['SVC_SECRET'];
}

/** The milestone with what the rules need beside it: the verdict on the code, the return's ids. */
function happeningOf(milestone: MilestoneRequest, job: Job, drawn: Drawn): Happening {
  const { now, files, secret } = drawn;
  switch (milestone.type) {
    case 'deliver': {
      const code = compareCode(job.handover_code, milestone.handover_code, secret);
      return { ...milestone, code, files };
    }
    case 'delivery_failed': {
      const draw = {
        id: newId('job_', now),
        ref: `SVC-${randomCode(8)}`,
        tracking_token: randomToken(),
        handover_code: drawCode(secret),
      };
      return { ...milestone, draw };
    }
    default:
      return milestone;
  }
}
