/** Actions for printed papers of a job. */
import { query } from '../define.ts';
import { byId } from '../primitives.ts';
import { labelRequest, labelSet, waybill } from './papers.ts';

const issues = { 'id.invalid_format': 'job_not_found' } as const;

export const paperActions = {
  /** Content of the parcels' labels; also printed, by `Accept`. */
  labels: query({
    input: labelRequest,
    output: labelSet,
    refusals: ['job_not_found', 'invalid_body'],
    issues,
  }),
  /** The same for the control desk, for any tenant. */
  labelsForDesk: query({
    input: labelRequest,
    output: labelSet,
    refusals: ['job_not_found', 'invalid_body'],
    issues,
  }),
  waybill: query({
    input: byId,
    output: waybill,
    refusals: ['job_not_found'],
    issues,
  }),
};
