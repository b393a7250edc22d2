/** The request that reports an action to the server. */
import { type ActionType, isReport, isTransfer, type RecordedAction, sentType } from './action.ts';

type Told = Pick<RecordedAction, 'job_id' | 'type' | 'fields' | 'at' | 'position' | 'files'>;

export function actionPath({ type, job_id }: Pick<Told, 'type' | 'job_id'>): string {
  const paths: Partial<Record<ActionType, string>> = {
    incident: '/v1/ops/incidents',
    message: `/v1/courier/jobs/${job_id}/messages`,
    box: `/v1/courier/jobs/${job_id}/boxes`,
    take: `/v1/courier/jobs/${job_id}/boxes`,
    give: `/v1/courier/jobs/${job_id}/transfer`,
    take_over: `/v1/courier/jobs/${job_id}/transfer`,
  };
  return paths[type] ?? `/v1/ops/jobs/${job_id}/milestones`;
}

/** Body for the endpoint of `actionPath`; every file must have been filed. */
export function actionBody({ job_id, type, fields, at, position, files }: Told): object {
  const ids = files.map(({ kind, file_id }) => {
    if (file_id === undefined) throw new Error(`the ${kind} is not filed`);
    return [`${kind}_file_id`, file_id];
  });
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  const told = { at, ...Object.fromEntries(known), ...Object.fromEntries(ids) };
  if (type === 'incident') return { job_id, ...told };
  if (type === 'take') return { ...told, empty: true };
  if (isReport(type)) return told;
  const kind = isTransfer(type)
    ? { side: type === 'give' ? type : 'take' }
    : { type: sentType(type) };
  return { ...kind, ...told, ...(position && { position }) };
}
