/** A person's decision on the suspect readings of a certified trace. */
import { z } from 'zod';
import { command } from '../define.ts';
import { jobId, jobRef, objectType } from '../description.ts';
import { opaqueId, requiredText } from '../primitives.ts';
import { coldChain, suspectDecision } from './cold-chain.ts';

const decidedSuspects = z
  .object({
    object: objectType('suspect_decision'),
    job_id: jobId,
    ref: jobRef,
    decision: suspectDecision,
    result: coldChain.shape.result,
  })
  .describe('Decision on the suspect readings of a job.');

export const suspectActions = {
  /** Once and final, on a certified trace; custody issues an additional certificate. */
  decideSuspects: command({
    input: z.object({
      id: opaqueId,
      decision: suspectDecision,
      reason: requiredText(500).describe(
        'How the decision was reached, for the audit log; at most 500 characters. Do not name people.',
      ),
    }),
    output: decidedSuspects,
    refusals: ['job_not_found', 'certificate_pending', 'no_suspect_readings', 'suspects_decided'],
    issues: { 'id.invalid_format': 'job_not_found' },
    audited: true,
    example: {
      id: 'job_01KAK7QW3ZC5V8M2N4P6R8T0XN',
      decision: 'sensor_fault',
      reason: 'The probe was unplugged for a minute: the readings around it are 4.5 and 4.6 °C.',
    },
  }),
};
