/**
 * Alarms by the clock, one loop per process: jobs without a driver, and alarms that stay open for too
 * long. Each row is taken by one process (`for update skip locked`). Not durable tasks: one of each
 * booking would be a NOTIFY of each booking (docs/architecture/events.md), and nearly all would
 * find nothing to do.
 */
import { worker } from '../define.ts';
import { openedBefore } from '../domain/ops-event.ts';
import { escalateOpen, hasOverdue } from '../store/ops-events.ts';
import { hasDueJob } from '../store/unassigned-jobs.ts';
import { hintOfChange, raiseUnassigned } from '../workflows/alarms.ts';

const pollMs = 1_000;
/** Bounds the transactions. */
const max = 100;

export const watchAlarms = worker('watch-alarms', ({ db, config, clock, transaction, poll }) => {
  const escalationBound = (now: Date) => openedBefore(now, config.SVC_ESCALATE_AFTER_S);
  const raised = async () =>
    (await hasDueJob(db, clock.now())) &&
    (await transaction((context) => raiseUnassigned(context, { now: context.now, max }))) === max;
  const escalated = async () =>
    (await hasOverdue(db, escalationBound(clock.now()))) &&
    (await transaction(async (context) => {
      const { now } = context;
      const bounds = { before: escalationBound(now), now, max };
      const count = await escalateOpen(context.db, bounds);
      if (count > 0) hintOfChange(context);
      return count;
    })) === max;
  const pass = async () => {
    const more = [await raised(), await escalated()];
    return more.includes(true);
  };
  const loop = poll({ idleMs: pollMs, pass, failure: 'watching alarms failed; retrying' });
  return { wake: loop.wake, stop: loop.stop };
});
