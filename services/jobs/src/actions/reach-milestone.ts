import type { MilestoneRequest } from '@svc/contracts';
import { compareCode } from '../adapters/handover-codes.ts';
import { addressesOf, type Config } from '../config.ts';
import { command } from '../define.ts';
import { type JobRecord, requireOwn } from '../domain/job.ts';
import type { JobCommand, ProofFileDigest } from '../domain/job-command.ts';
import { requireVersion } from '../domain/last-change.ts';
import { recordedJob } from '../domain/recorded-job.ts';
import { replacementIncident } from '../domain/replace-seal.ts';
import { toCourierJob, toDeskJob } from '../domain/resource.ts';
import { requireScans } from '../domain/scan-policy.ts';
import { transition } from '../domain/transition.ts';
import { undeliverableIncident } from '../domain/undeliverable.ts';
import { getAnyJob, lockAnyJob } from '../store/dispatch-jobs.ts';
import { applyTransition } from '../workflows/apply-transition.ts';
import { isRepeated, reportContext } from '../workflows/device-report.ts';
import { generateIds } from '../workflows/generated-ids.ts';
import { recordIncident } from '../workflows/record-incident.ts';

export const reachMilestone = command('reachMilestone', {
  /** The named files that belong to the job. */
  gather: async (milestone, { db, clients }): Promise<ProofFileDigest[]> => {
    if (milestone.type !== 'deliver') return [];
    const { signature_file_id, photo_file_id } = milestone;
    const file_ids = [signature_file_id, photo_file_id].filter((id) => id !== undefined);
    if (file_ids.length === 0) return [];
    const { id: job_id } = await getAnyJob(db, milestone.id);
    return (await clients.custody.filesOf({ job_id, file_ids })).files;
  },
  gathersFirst: true,
  handle: async (milestone, context) => {
    const { db, actor, now, gathered: files, config, emit, recordChange } = context;
    const before = await lockAnyJob(db, milestone.id);
    if (await isRepeated(db, before, milestone)) {
      requireOwn(before, milestone.courier_id);
      return answerOf(before, { milestone, config, webhook_events: [] });
    }
    requireVersion(before, milestone.version);
    const commandContext = reportContext(milestone, { actor, now });
    const inputs = { now, files, secret: config.SVC_SECRET };
    const jobCommand = commandOf(milestone, before, inputs);
    const decided = transition(before, jobCommand, commandContext);
    const { after, incident: bypass } = requireScans(before, jobCommand, decided);
    const webhook_events = await applyTransition({ db, emit }, { before, after }, commandContext);
    const undeliverable = undeliverableIncident(jobCommand, before, milestone.courier_id);
    for (const incident of [replacementIncident(jobCommand), bypass, undeliverable]) {
      if (!incident) continue;
      await recordIncident(after.job, { db, now, emit }, { ...incident, reported_by: actor });
      webhook_events.push('incident.reported');
    }
    recordChange(recordedJob(after.job, before));
    return answerOf(after.job, { milestone, config, webhook_events });
  },
  retryOn: ['job_ref_unique'],
});

interface Answer {
  milestone: MilestoneRequest;
  config: Config;
  webhook_events: Awaited<ReturnType<typeof applyTransition>>;
}

const answerOf = (job: JobRecord, { milestone, config, webhook_events }: Answer) =>
  milestone.courier_id === undefined
    ? { ...toDeskJob(job, addressesOf(config)), webhook_events }
    : toCourierJob(job);

interface CommandInputs {
  now: Date;
  files: readonly ProofFileDigest[];
  secret: Config['SVC_SECRET'];
}

/** Adds inputs of the domain: the result of the code comparison, or ids for the return job. */
function commandOf(milestone: MilestoneRequest, job: JobRecord, inputs: CommandInputs): JobCommand {
  const { now, files, secret } = inputs;
  switch (milestone.type) {
    case 'collect': {
      const code = compareCode(job.pickup_code, milestone.handover_code, secret);
      return { ...milestone, code };
    }
    case 'deliver': {
      const code = compareCode(job.handover_code, milestone.handover_code, secret);
      return { ...milestone, code, files };
    }
    case 'delivery_failed': {
      return { ...milestone, ids: generateIds(now, secret) };
    }
    default:
      return milestone;
  }
}
