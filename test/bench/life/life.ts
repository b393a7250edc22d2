/**
 * A job's whole life: booked, assigned, seven milestones, a signature, and all that follows from
 * them until the invoice line is written and the last of eleven webhooks has arrived. Ours against
 * one process that does the same by hand.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, until } from '@svc/devnet';
import type pg from 'pg';
import { Agent } from 'undici';
import { cpuLines, cpuTotal, residentMb } from '../cpu.ts';
import { ownerPool } from '../database.ts';
import { type Line, print, ratio, spread } from '../print.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { counted, sized } from '../size.ts';
import type { BenchStack } from '../stack.ts';
import { countStatements, linesByRole, totalsOf, totalsText } from '../statements.ts';
import { type Cost, costOfEach, readCost, tableLines } from './cost.ts';
import { checkCounts } from './counts.ts';
import { drained } from './drain.ts';
import { createCrews, type Life, type LifeTarget, liveOnce } from './journey.ts';
import { createRecorder } from './template.ts';

const lives = counted('SVC_BENCH_LIVES', { small: 10, usual: 400 });
const warmUp = sized({ small: 5, usual: 100 });
/** Lives under way at a time. */
const concurrency = counted('SVC_BENCH_CONCURRENCY', { small: 8, usual: 8 });
/** Events of a job from booking to certificate. */
const eventsPerLife = 11;
/** Bound of the processor time, ours to the floor's: a third over the highest of any machine, 7.6. */
const cpuRatioMax = 10;

/** Ours or the floor. */
interface Side {
  target: LifeTarget;
  receiver: Receiver;
  /** Path of the receiver. */
  lane: string;
  /** Resolves when so many lives have had all their consequences for a customer. */
  settled(lived: number): Promise<unknown>;
  /** Resolves when nothing is left to do. */
  idle(): Promise<unknown>;
  read(): Promise<Cost>;
}

export async function benchLife(stack: BenchStack): Promise<void> {
  const { as, auth, cleanup, owner, parts, processes, tenants, url } = stack;
  const receiver = await startReceiver(cleanup);
  await receiver.reset({ noted: true });
  await as(tenants.demo).webhooks.create({ url: `${receiver.url}/ours`, events: ['*'] });
  const dispatcher = new Agent({ connections: concurrency });
  cleanup.defer(() => dispatcher.close());
  const desk = await stack.signIn('operator');
  const crews = await createCrews(stack, concurrency);
  const target = { dispatcher, url, tenant: auth, desk, crews };
  const idle = () => drained(stack);
  const read = () => readCost(owner, parts);
  const settled = async (lived: number) => {
    await receiver.receives('ours', lived * eventsPerLife);
    await billed(owner, lived);
  };
  const recorder = createRecorder(owner);
  print('at rest', [['resident memory of all roles', `${residentMb(parts)} MB`]]);
  const first = await liveOnce(
    { ...target, answered: (life) => idle().then(() => recorder.note(life)) },
    0,
  );
  await idle();
  const ours = await measure({ target, receiver, lane: 'ours', settled, idle, read }, 1);
  await checkCounts({
    read,
    live: async () => {
      await liveOnce({ ...target, answered: idle }, 0);
      await idle();
    },
    sealed: () => sealed(owner).then(idle),
  });
  const template = JSON.stringify(await recorder.template(first));
  // Idle services would cost the floor's Postgres processor time.
  await processes.stop();
  const floor = await measure(await floorSide(stack, { target, receiver, template }), 0);
  report(ours, floor);
}

interface Measured {
  perSecond: number;
  cost: Cost;
  certificateMs: number[];
  lastMs: number[];
}

/** `before` lives were lived already. */
async function measure(side: Side, before: number): Promise<Measured> {
  const { target, receiver, settled, idle, read } = side;
  await liveMany(target, warmUp);
  await settled(before + warmUp);
  await idle();
  const from = await read();
  const started = performance.now();
  const lived = await liveMany(target, lives);
  await settled(before + warmUp + lives);
  const seconds = (performance.now() - started) / 1000;
  await idle();
  const cost = costOfEach(from, await read(), lives);
  const arrivals = Map.groupBy(
    (await receiver.arrivals()).filter(({ lane }) => lane === side.lane),
    ({ jobId }) => jobId,
  );
  const delays = (counts: (type: string) => boolean) =>
    lived.map(({ id, deliveredAt }) => {
      const events = arrivals.get(id)?.filter(({ type }) => counts(type)) ?? [];
      return Math.max(...events.map(({ at }) => at)) - deliveredAt;
    });
  return {
    perSecond: lives / seconds,
    cost,
    certificateMs: delays((type) => type === 'certificate.issued'),
    lastMs: delays(() => true),
  };
}

async function liveMany(target: LifeTarget, count: number): Promise<Life[]> {
  const lived: Life[] = [];
  let begun = 0;
  const lane = async (_: unknown, number: number) => {
    while (begun < count) {
      begun += 1;
      lived.push(await liveOnce(target, number));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return lived;
}

function billed(owner: pg.Pool, count: number) {
  const lines = () => owner.query('select count(*)::int as n from billing.line');
  const isBilled = async () => (await lines()).rows[0].n >= count;
  return until(isBilled, { timeoutMs: 120_000, everyMs: 50, what: 'the invoice lines' });
}

function sealed(owner: pg.Pool) {
  const ended =
    'select from tracking.tracked_job where trace_ended_at is not null and evaluated_until is not null';
  const isSealed = async () => (await owner.query(ended)).rowCount === 0;
  return until(isSealed, { timeoutMs: 120_000, everyMs: 50, what: 'the seals' });
}

async function floorSide(
  { adminUrl, cleanup, dir, floor, floorParts }: BenchStack,
  { target, receiver, template }: Pick<Side, 'target' | 'receiver'> & { template: string },
): Promise<Side> {
  const file = join(dir, 'life.json');
  await writeFile(file, template);
  const databaseUrl = await createDatabase(adminUrl, 'life_floor');
  await countStatements(databaseUrl);
  const owner = ownerPool(databaseUrl);
  cleanup.defer(() => owner.end());
  const script = new URL('./floor.ts', import.meta.url);
  const args = [file, databaseUrl, `${receiver.url}/floor`, join(dir, 'floor-files')];
  const { url, pid } = await floor(script, ...args);
  const isIdle = async () =>
    (await owner.query('select from event where status is null limit 1')).rowCount === 0;
  return {
    target: { ...target, url },
    receiver,
    lane: 'floor',
    settled: (lived) => receiver.receives('floor', lived * eventsPerLife),
    idle: () => until(isIdle, { timeoutMs: 60_000, what: 'the deliveries' }),
    read: () => readCost(owner, floorParts(pid)),
  };
}

function report(ours: Measured, floor: Measured): void {
  const lines = (name: string, { perSecond, cost, certificateMs, lastMs }: Measured): Line[] => [
    [`${name}: lives`, `${perSecond.toFixed(1)} /s`],
    ['  processor time', `${cpuTotal(cost.cpuMs).toFixed(1)} ms a life`],
    ...cpuLines(cost.cpuMs),
    ['  Postgres', totalsText(totalsOf(cost.statements.values()))],
    ['  delivery to certificate', spread(certificateMs)],
    ['  delivery to last webhook', spread(lastMs)],
  ];
  const cpuRatio = cpuTotal(ours.cost.cpuMs) / cpuTotal(floor.cost.cpuMs);
  print(`a job's whole life, ${lives} of them, ${concurrency} at a time`, [
    ...lines('floor', floor),
    ...lines('ours', ours),
    ...linesByRole(ours.cost.statements),
    ...tableLines(ours.cost),
    [`processor time, ours to floor (aim <= 3, at most ${cpuRatioMax})`, cpuRatio.toFixed(1)],
    ['lives a second, ours to floor', ratio(ours.perSecond, floor.perSecond)],
  ]);
  // Too few lives are measured by too few ticks; profiling takes half as much again.
  const isJudged = sized({ small: false, usual: process.env.SVC_PROFILE_DIR === undefined });
  if (isJudged && cpuRatio > cpuRatioMax) {
    throw new Error(`a life takes ${cpuRatio.toFixed(1)} times its floor, at most ${cpuRatioMax}`);
  }
}
