import { calls, on } from '../define.ts';
import { recordsOf } from '../domain/change-log.ts';
import { insertChanges } from '../store/change-log.ts';

/** Of every service, in any order: the log is sorted by when the changes were made. */
export const onChangeRecorded = Object.values(calls).map(({ name }) =>
  on(name, 'change.recorded', (event, { db }) => insertChanges(db, recordsOf(event)), {
    inAnyOrder: true,
  }),
);
