/**
 * Transfers: parcels on board change hands on the way, from the courier who has them to another.
 *
 * Terms
 * - **side**: who reports it. `take`: the courier who has the parcels from now on; `give`: the one who
 *   had them; `desk`: the control desk, where a courier cannot report.
 * - **holder**: the driver and vehicle that have the parcels. It changes with `take` or `desk`, once;
 *   `give` is the other half of the evidence, and may arrive before or long after.
 * - **transfer code**: on the phone of the courier who gives; who reads it from there may take.
 */
import { z } from 'zod';
import { command } from '../define.ts';
import {
  exampleSubject,
  instant,
  opaqueId,
  position,
  requiredLine,
  requiredText,
  seal,
} from '../primitives.ts';
import { assetIdentifier } from '../tracking/assets.ts';
import { crew, crewIssues, movedJobs, seenJobs } from './assignments.ts';
import { courierJob } from './courier-resource.ts';
import { decidedBy, seenVersion } from './decision.ts';
import { boxCelsius } from './requests.ts';
import { movedJob } from './resource.ts';
import { courierFields, deviceRefusals } from './signed-action.ts';

/** Who reported; `desk` for the control desk. */
export type TransferSide = 'take' | 'give' | 'desk';

const transferCode = requiredLine(32);

const reason = requiredText(500).describe(
  'Why the parcels change hands, or why the seal was not compared; for the note in the chain of custody, at most 500 characters. Do not name people. No patient data.',
);
const told = {
  id: opaqueId,
  at: instant
    .optional()
    .describe('When it happened, RFC 3339; defaults to now. At most 60 s in the future.'),
  position: position.optional(),
  seal: seal.optional().describe('Seal that was observed. Without one, `reason` is required.'),
  box_temperature_c: boxCelsius.optional(),
  parcels_scanned: z
    .int()
    .min(0)
    .max(99)
    .optional()
    .describe('Number of parcels that were scanned; fewer than the job has is shown to the desk.'),
};

/** Of the courier who takes, and of the desk. */
const units = z
  .array(assetIdentifier)
  .max(20)
  .describe(
    'Labels of boxes, crates or cages that were scanned: each counts as a scan of all parcels of the job in it, and goes to the vehicle with all that stands in it. One without parcels of the job is left out.',
  );

const hasSealOrReason = (sent: { seal?: unknown; reason?: unknown }): boolean =>
  sent.seal !== undefined || sent.reason !== undefined;

const half = <S extends TransferSide, F extends z.ZodRawShape>(side: S, about: string, fields: F) =>
  z
    .object({
      ...told,
      ...courierFields,
      side: z.literal(side).describe(about),
      reason: reason.optional(),
      ...fields,
    })
    .refine(hasSealOrReason, { path: ['reason'], error: 'send seal or reason' });

export const transferReport = z.discriminatedUnion('side', [
  half('take', 'The courier of the token takes the parcels.', {
    code: transferCode
      .optional()
      .describe(
        'Code that the courier who gives shows; needed, unless the courier who has the parcels puts them into another vehicle.',
      ),
    registration: requiredLine(32).describe(
      'Registration of the vehicle that the parcels go into.',
    ),
    units: units.optional(),
  }),
  half('give', 'The courier of the token gives the parcels.', {}),
]);
export type TransferReport = z.output<typeof transferReport>;

const refusals = [
  'job_not_found',
  'unknown_vehicle',
  'vehicle_retired',
  'not_on_board',
  'already_transferred',
  'already_delivered',
  'already_cancelled',
] as const;
const ofDesk = [...refusals, 'unknown_driver', 'driver_retired', 'job_changed'] as const;
const issues = {
  'id.invalid_format': 'job_not_found',
  'seal.invalid_format': 'invalid_seal',
} as const;
const toAnother = {
  ...{ driver_id: 'drv_01J', vehicle_id: 'veh_01J' },
  reason: 'The van broke down on the N1.',
};

export const transferActions = {
  /** By the desk alone, where a courier cannot report it. */
  transfer: command({
    input: z.object({
      ...told,
      ...crew,
      reason,
      units: units
        .optional()
        .describe(
          `${units.description} Defaults to the outermost that hold parcels of this job alone.`,
        ),
      version: seenVersion.optional(),
      by: decidedBy,
    }),
    output: movedJob,
    refusals: [...ofDesk, 'invalid_time', 'invalid_seal'],
    issues: { ...issues, ...crewIssues },
    example: { id: exampleSubject.job_id, ...toAnother },
  }),
  /** One half, of the courier who gives or of the one who takes. */
  reportTransfer: command({
    input: transferReport,
    output: courierJob,
    refusals: [...refusals, 'not_expected', 'invalid_time', 'invalid_seal', ...deviceRefusals],
    issues,
    example: { id: exampleSubject.job_id, side: 'give', seal: 'SL-00421' },
  }),
  /** Gives all of them to one driver, or none; for the desk. */
  transferMany: command({
    input: z.object({
      jobs: seenJobs.describe('Jobs with parcels on board, at most 50.'),
      ...crew,
      reason,
      by: decidedBy,
    }),
    output: movedJobs,
    refusals: ofDesk,
    issues: crewIssues,
    example: { jobs: [{ id: exampleSubject.job_id, version: 3 }], ...toAnother },
  }),
};
