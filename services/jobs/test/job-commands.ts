/** Things that happen to a job, each as it happens when all is well. */

import { Refusal } from '@svc/kit/refusal';
import type { JobRecord } from '../src/domain/job.ts';
import type {
  JobCommand,
  JobCommandContext,
  JobCommandOf,
  TransitionResult,
} from '../src/domain/job-command.ts';
import { openLeg } from '../src/domain/leg.ts';
import { transition } from '../src/domain/transition.ts';
import { assignment } from './job.ts';

export const handOver: JobCommandOf<'deliver'> = {
  type: 'deliver',
  recipient: 'Naledi Mokoena',
  seal: 'SEAL-1',
  id_check: 'not_required',
  signature_file_id: 'file_s',
  code: 'missing',
  files: [
    { id: 'file_s', kind: 'signature', sha256: 'sha-of-signature' },
    { id: 'file_p', kind: 'photo', sha256: 'sha-of-photo' },
  ],
};

export const ids = {
  id: 'job_return',
  ref: 'SVC-RETURN00',
  tracking_token: 'token-of-return',
  handover_code: 'sealed too',
};

/** One of each kind. */
export const commands: { [T in JobCommand['type']]: JobCommandOf<T> } = {
  assign: { type: 'assign', assignment, new_code: 'sealed' },
  plan_legs: { type: 'plan_legs', legs: [openLeg] },
  transfer: {
    ...{ type: 'transfer', side: 'desk', seal: 'SEAL-1', reason: 'The van broke down.' },
    to: { ...assignment, driver_id: 'drv_2', vehicle_id: 'veh_2', registration: 'CA 2' },
  },
  undo_assignment: { type: 'undo_assignment' },
  update: { type: 'update', changes: { reference: 'PO-2' } },
  cancel: { type: 'cancel', reason: 'no longer needed' },
  depart: { type: 'depart' },
  arriving: { type: 'arriving', eta_minutes: 5 },
  collect: { type: 'collect', seal: 'SEAL-1', parcels_scanned: 1, box_temperature_c: 4.1 },
  pickup_failed: { type: 'pickup_failed', reason: 'closed' },
  scan: { type: 'scan', location: 'Depot', seal: 'SEAL-1' },
  deliver: handOver,
  delivery_failed: { type: 'delivery_failed', reason: 'nobody there', ids },
  resume: { type: 'resume' },
  excursion: { type: 'excursion', temperature_dc: 94, minutes_out_of_range: 7 },
  returned: { type: 'returned', return_job_id: 'job_return' },
};

export const now = new Date('2026-11-02T09:00:00.000Z');
const context: JobCommandContext = { now, by: 'driver:drv_1' };

export const applyCommand = (
  job: JobRecord,
  command: JobCommand,
  overrides: Partial<JobCommandContext> = {},
): TransitionResult => transition(job, command, { ...context, ...overrides });

export const typesOf = ({ events }: TransitionResult) => events.map(({ type }) => type);
export const custodyOf = ({ events }: TransitionResult) =>
  events.map(({ custody }) => custody?.type ?? null);

/** Code of the refusal; `taken` for none. */
export const code = (run: () => unknown): string => {
  try {
    run();
    return 'taken';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};
