/** A consumer that dies between commit and ack, or of one message again and again. */
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ObserverBus, observerBus } from './bus.ts';
import { emitted, expectOneOfEach, seen } from './ledger.ts';
import { jobIdOf } from './load.ts';
import { poison } from './observer.ts';
import { type FaultStack, startStack } from './stack.ts';
import { installStalls, stallAt } from './stall.ts';

const hasNats = inject('natsUrl') !== undefined;

describe.skipIf(!hasNats)('a consumer', () => {
  let stack: FaultStack;
  let bus: ObserverBus;
  beforeAll(async () => {
    stack = await startStack({ postgresUrl: inject('postgresUrl') });
    await installStalls(stack.db);
    bus = await observerBus(stack);
  });
  afterAll(async () => {
    await bus?.close();
    await stack?.stop();
  });

  const book = (label: string, key = label, body: Record<string, unknown> = {}) =>
    stack.book(key, { body: { reference: label, ...body } });
  const find = async <R extends object>(sql: string): Promise<R[]> =>
    (await stack.db.query<R>(sql)).rows;
  const found = <R extends object>(sql: string, what: string) =>
    until(async () => (await find<R>(sql))[0], { timeoutMs: 60_000, everyMs: 5, what });

  const deadLetters = async () => {
    const rows = await find<{ event_id: string }>(
      'select event_id from observer.dead_letter order by 1',
    );
    return rows.map(({ event_id }) => event_id);
  };
  /** As an orchestrator does: starts it again and again, until a message was put aside. */
  const restartUntilDeadLettered = async (wakeUp = async () => {}): Promise<number> => {
    const done = async () => (await deadLetters()).length > 0;
    for (let deaths = 0; deaths <= 12; deaths += 1) {
      const started = await stack.start('observer').catch(() => undefined);
      await bus.hurry();
      let dead = started === undefined;
      void started?.exited.then(() => {
        dead = true;
      });
      const settled = async () => {
        await wakeUp();
        return dead || (await done());
      };
      await until(settled, {
        timeoutMs: 60_000,
        everyMs: 50,
        what: 'the observer to die or to put the message aside',
      });
      await bus.calm();
      if (!dead) return deaths;
    }
    throw new Error('it goes on dying');
  };
  const redrive = () => stack.observe('redrive', { OBSERVER_IMMUNE: 'true' });

  it('that is killed between commit and ack hears the event again, to no effect', async () => {
    const stall = await stallAt(stack.db, 'commit seen');
    await book('unacked');
    await stall.reached();
    stack.freeze('observer');
    await stall.release();
    await found('select 1 from observer.seen', 'the effect to be committed');
    await stack.kill('observer');
    expect(await bus.unanswered()).toBe(1);
    await stack.start('observer');
    await bus.hurry();
    await bus.drained();
    await expectOneOfEach(stack.db, 'unacked', 1);
  });

  describe('that a message kills every time', () => {
    const others = 120;

    beforeAll(async () => {
      await stack.child('observer').stop();
      const poisoned = await book('poisoned', 'p-1', { cost_centre: poison });
      await stack.post(`/jobs/${jobIdOf(poisoned)}/cancel`, 'p-2', { body: { reason: 'spilt' } });
      await Promise.all(Array.from({ length: others }, (_, n) => book('other', `o-${n}`)));
      const deaths = await restartUntilDeadLettered();
      process.stdout.write(`put aside after ${deaths} deaths of its consumer\n`);
    });

    it('puts that message aside, and none of those that died with it', async () => {
      await expectOneOfEach(stack.db, 'other', others);
      const [created] = await emitted(stack.db, 'poisoned');
      expect(await deadLetters()).toEqual([created]);
    });

    it('takes the message, and what came after it, when it is re-driven', async () => {
      await redrive();
      const events = await emitted(stack.db, 'poisoned');
      expect(events).toHaveLength(2);
      expect(await seen(stack.db, 'poisoned')).toEqual(events);
      expect(await deadLetters()).toEqual([]);
    });
  });

  it('that dies of a parked message puts that aside, and not its predecessor', async () => {
    const stall = await stallAt(stack.db, 'commit seen');
    const job = jobIdOf(await book('parked'));
    await stall.reached();
    await stack.post(`/jobs/${job}`, 'poison it', {
      method: 'PATCH',
      body: { cost_centre: poison },
    });
    // Each is tried again when its wait is ended by a timeout.
    const { first } = await found<{ first: number }>(
      `select first from pg_stat_activity second, unnest(pg_blocking_pids(second.pid)) as first
         join pg_locks l on l.pid = first and l.locktype = 'advisory' and not l.granted
        where second.datname = current_database() and second.application_name = 'observer:write'`,
      'the second event to wait for the first',
    );
    // The first fails, and comes again later; the second is early then.
    await stack.db.query('select pg_terminate_backend($1)', [first]);
    await stall.release();
    await found(`select 1 from observer.parked_event where job_id = '${job}'`, 'it to be parked');
    expect(await stack.child('observer').exited).toBe('SIGKILL');
    const deaths = await restartUntilDeadLettered(async () => {
      await stack.db.query(`select observer_worker.add_job('retry-parked')`);
    });
    process.stdout.write(`parked message put aside after ${deaths + 1} deaths of its consumer\n`);
    const [created, updated] = await emitted(stack.db, 'parked');
    expect(await deadLetters()).toEqual([updated]);
    expect(await seen(stack.db, 'parked')).toEqual([created]);
    await redrive();
    expect(await seen(stack.db, 'parked')).toEqual([created, updated]);
  });
});
