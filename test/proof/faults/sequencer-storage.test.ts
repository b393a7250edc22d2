/** Storage that fails in the middle of the sequencer's transactions, and two sequencers at once. */
import type { Child } from '@svc/devnet';
import { until } from '@svc/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFaultedLog, type FaultedLog } from './faulted-log.ts';
import { startWitness } from './witness-in-test.ts';

/** Statements that extend and then publish, without the two BEGINs, which no storage refuses. */
const places = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16];
/** A full disk, a failed read, a serialization failure. */
const sqlStates = ['53100', '58030', '40001'];

let log: FaultedLog;
let witness: Awaited<ReturnType<typeof startWitness>>;
let child: Child;
beforeAll(async () => {
  log = await createFaultedLog();
  child = await log.start();
  await log.settled({ isCosigned: false });
  await child.kill();
  witness = await startWitness(log);
  await log.submit(300);
  child = await log.start();
  await log.settled();
});
afterAll(async () => {
  await witness?.stop();
  await log?.stop();
});

const expectWhole = async () => {
  await log.settled();
  await log.stored.expectWhole(log.submitted());
  expect(witness.alarms).toEqual([]);
};
const endConnections = () =>
  log.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'log:write'`,
  );

it.each(places)('storage that ends the connection before statement %i', async (n) => {
  const held = log.gate.holdAt(n);
  await log.submit(2);
  await held.reached();
  await endConnections();
  held.release();
  await expectWhole();
});

it.each(places.map((n) => ({ n, sqlState: sqlStates[n % sqlStates.length] ?? '' })))(
  'storage that refuses statement $n with $sqlState',
  async ({ n, sqlState }) => {
    const held = log.gate.holdAt(n);
    await log.submit(2);
    await held.reached();
    held.refuse(sqlState);
    await expectWhole();
  },
);

it('of two sequencers one places entries, and the other takes over when it fails', async () => {
  const gate = await log.secondGate();
  const children = [child, await log.start(gate)];
  const gates = [log.gate, gate];
  const holdBoth = async (text: string) => {
    const holds = gates.map((each) => each.holdAt(text));
    await log.submit(2);
    const isAny = () => holds.some((hold) => hold.isReached());
    await until(isAny, { timeoutMs: 60_000, what: 'one of the two' });
    const first = holds.findIndex((hold) => hold.isReached());
    const [own, other] = first === 0 ? holds : holds.toReversed();
    return { own, other, otherGate: gates[1 - first], holder: children[first] };
  };
  const { own, otherGate } = await holdBoth('update entry');
  const passed = () => otherGate?.passed() ?? [];
  const attempts = () => passed().filter((text) => text === 'commit').length;
  await until(() => attempts() >= 3, { timeoutMs: 60_000, what: 'attempts of the second' });
  expect(passed().filter((text) => text.includes('"entry"'))).toEqual([]);
  own?.release();
  await expectWhole();

  const lost = await holdBoth('insert into "checkpoint"');
  // With its connection alone ended, the holder might be the first to lock the tree again.
  await lost.holder?.kill();
  await endConnections();
  await lost.other?.reached();
  lost.other?.release();
  await expectWhole();
});
