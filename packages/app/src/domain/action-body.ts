/** The request that reports an action to the server. */
import { type RecordedAction, sentType } from './action.ts';

type Told = Pick<RecordedAction, 'job_id' | 'type' | 'fields' | 'at' | 'position' | 'files'>;

/** An incident is no milestone: it leaves the state of its job as it is. */
export const actionPath = ({ type, job_id }: Pick<Told, 'type' | 'job_id'>): string =>
  type === 'incident' ? '/v1/ops/incidents' : `/v1/ops/jobs/${job_id}/milestones`;

/** Body for the endpoint of `actionPath`; every file must have been filed. */
export function actionBody({ job_id, type, fields, at, position, files }: Told): object {
  const ids = files.map(({ kind, file_id }) => {
    if (file_id === undefined) throw new Error(`the ${kind} is not filed`);
    return [`${kind}_file_id`, file_id];
  });
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  const told = { at, ...Object.fromEntries(known), ...Object.fromEntries(ids) };
  return type === 'incident'
    ? { job_id, ...told }
    : { type: sentType(type), ...told, ...(position && { position }) };
}
