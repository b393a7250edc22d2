import type { MilestoneRequest } from '@svc/contracts';
import type { Config } from '../config.ts';
import { command } from '../define.ts';
import { byCarrier } from '../domain/custody-fact.ts';
import type { Happening, ProofFile } from '../domain/happening.ts';
import type { Job } from '../domain/job.ts';
import { toDeskJob } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { drawJob } from '../draw-job.ts';
import { compareCode } from '../handover-codes.ts';
import { move } from '../moving.ts';
import { getAnyJob, lockAnyJob } from '../store/desk.ts';

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
    const telling = tellingOf(milestone, actor, now);
    const drawn = { now, files, secret: config.SVC_SECRET };
    const after = transition(before, happeningOf(milestone, before, drawn), telling);
    const webhook_events = await move({ db, emit }, { before, after }, telling);
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
      return { ...milestone, draw: drawJob(now, secret) };
    }
    default:
      return milestone;
  }
}
