import { calls, erasure, on } from '../define.ts';
import { recordsOf } from '../domain/change-log.ts';
import { eraseReasons, insertChanges } from '../store/change-log.ts';

/**
 * Change records of every service, in any order: the log is sorted by when the changes were made.
 */
export const onChangeRecorded = Object.values(calls).map(({ name }) =>
  on(name, 'change.recorded', (event, { db }) => insertChanges(db, recordsOf(event)), {
    inAnyOrder: true,
  }),
);

/** Erasure of a proof (`proof.erased`): reasons for changes of the job, which are in people's own words. */
export const eraseJobReasons = erasure((db, { tenant, jobId }) => eraseReasons(db, tenant, jobId));
