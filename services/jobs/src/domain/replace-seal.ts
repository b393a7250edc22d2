/** A seal that is replaced on the way, by the courier: with a reason, which is reported. */
import { Refusal } from '@svc/kit/refusal';
import { custodyFactOf } from './custody-fact.ts';
import type { IncidentRecord } from './incident.ts';
import { type JobRecord, milestone } from './job.ts';
import type {
  JobCommand,
  JobCommandOf,
  MilestoneContext,
  TransitionResult,
} from './job-command.ts';

type Replacement = Pick<JobCommandOf<'scan'>, 'location' | 'seal'> & { replaces_seal: string };

/** The new seal is the job's from then on, and the chain names both. */
export function replaceSeal(
  job: JobRecord,
  { location, seal, replaces_seal }: Replacement,
  context: MilestoneContext,
): TransitionResult {
  if (replaces_seal !== job.seal) {
    throw new Refusal(
      'invalid_seal',
      `The seal of job ${job.ref} is ${job.seal}, not ${replaces_seal}: scan the seal that you see, and do not replace it.`,
    );
  }
  if (seal === replaces_seal) {
    throw new Refusal('invalid_seal', `The new seal is the one that was taken off: ${seal}.`);
  }
  const details = { location, seal_match: true, replaced_seal: replaces_seal };
  return {
    job: { ...job, seal },
    milestones: [milestone(context.at, 'scanned', { note: 'Seal replaced', seal })],
    events: [
      {
        type: 'custody.scanned',
        data: { location, seal_match: true, by: context.by },
        custody: custodyFactOf('scanned', context, { seal, details }),
      },
      {
        type: 'job.updated',
        data: { changed: [{ field: 'seal', from: replaces_seal, to: seal }] },
        custody: null,
      },
    ],
  };
}

type Incident = Pick<IncidentRecord, 'category' | 'severity' | 'description'>;

/** The reason is free text: it stands in the incident, and not in the chain. */
export function replacementIncident(command: JobCommand): Incident | undefined {
  if (command.type !== 'scan' || command.replaces_seal === undefined) return undefined;
  const { seal, replaces_seal, replacement_reason = '' } = command;
  const description = `Seal ${replaces_seal} replaced by ${seal}. ${replacement_reason}`;
  return { category: 'other', severity: 'medium', description };
}
