/**
 * Webhooks a second: from an event's commit to the receiver's 204, out of a backlog, beside a long
 * log; the floor is a bare loop of POSTs. Then the delay of an event beside endpoints in trouble,
 * against the same where all are well.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { cpuByPart, cpuLines, cpuOfEach, type Parts } from '../cpu.ts';
import { type Line, print, quantile, ratio, spread } from '../print.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { sized } from '../size.ts';
import type { BenchStack } from '../stack.ts';
import { bareLoop } from './floor.ts';
import { analyze, emit, fillLog, fillQueue, makeDue } from './rows.ts';

const endpoints = sized({ small: 10, usual: 100 });
const wideEvents = sized({ small: 20, usual: 200 });
const wide = wideEvents * endpoints;
const narrow = sized({ small: 100, usual: 10_000 });
const narrowTenants = Array.from({ length: 20 }, (_, n) => `ten_narrow_${n}`);
const floorPosts = sized({ small: 500, usual: 20_000 });
const backlog = sized({ small: 500, usual: 20_000 });
const logRows = sized({ small: 2_000, usual: 200_000, full: 1_000_000 });
/** Endpoints beside a dead and a slow one. */
const others = sized({ small: 48, usual: 998 });
const rounds = sized({ small: 1, usual: 6 });
const roundMs = 1_000;

interface Stage {
  stack: BenchStack;
  receiver: Receiver;
  parts: Parts;
  /** Internals of an event, for other services. */
  internals: object;
}

export async function benchWebhooks(stack: BenchStack): Promise<void> {
  const receiver = await startReceiver(stack.cleanup);
  const internals = await createdInternals(stack);
  const stage = { stack, receiver, parts: { ...stack.parts, receiver: receiver.pid }, internals };
  await deliveries(stage);
  await trouble(stage);
}

async function deliveries(stage: Stage): Promise<void> {
  const { stack, receiver } = stage;
  await registerAll(stage);
  const floorPerSecond = () => bareLoop(stack.owner, { url: receiver.url, posts: floorPosts });
  const before = await floorPerSecond();
  const toWide = await fromCommit(stage, 'wide', { count: wide, events: wideEvents });
  const toNarrow = await fromCommit(stage, 'narrow', { count: narrow, events: narrow });
  const drained = await drain(stage, 'a_');
  await fillLog(stack.owner, logRows);
  const aged = await drain(stage, 'b_');
  const after = await floorPerSecond();
  const line = (label: string, perSecond: number): Line => [
    label,
    `${perSecond.toFixed(0)} /s   ${ratio(2 * perSecond, before + after)} of the floor`,
  ];
  print('webhooks: deliveries a second, signed, logged, at least once', [
    ['floor: bare POST loop, before and after', `${before.toFixed(0)} ${after.toFixed(0)} /s`],
    line(`commit to 204, ${wideEvents} events × ${endpoints} (aim >= 0.3)`, toWide.perSecond),
    ...cpuLines(toWide.cpuMs),
    line(`commit to 204, ${narrow} events × 1 endpoint (aim >= 0.2)`, toNarrow.perSecond),
    ...cpuLines(toNarrow.cpuMs),
    line(`${backlog} waiting (aim >= 0.3)`, drained),
    line(`${backlog} waiting, ${logRows} more rows in the log`, aged),
    ['  long / short log (aim ~ 1)', ratio(aged, drained)],
  ]);
}

/** Endpoints, and a first round that is not measured. */
async function registerAll(stage: Stage): Promise<void> {
  await register(stage, 'ten_wide', paths('wide', endpoints));
  for (const tenant of narrowTenants) await register(stage, tenant, ['/narrow']);
  await stage.receiver.reset();
  await emit(stage.stack.owner, {
    ...{ label: 'warm_up_', events: wideEvents, tenants: ['ten_wide'] },
    internals: stage.internals,
  });
  await stage.receiver.receives('wide', wide);
  await analyze(stage.stack.owner);
}

const paths = (lane: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `/${lane}/${n}`);

/** An endpoint of the tenant for each path, for all types. */
async function register({ stack, receiver }: Stage, tenant: string, at: readonly string[]) {
  const { webhooks } = stack.as(tenant);
  for (const path of at) await webhooks.create({ url: receiver.url + path, events: ['*'] });
}

/** Events are committed by jobs, relayed, fanned out and delivered. */
async function fromCommit(
  { stack, receiver, parts, internals }: Stage,
  lane: 'wide' | 'narrow',
  { count, events }: { count: number; events: number },
) {
  const tenants = lane === 'wide' ? ['ten_wide'] : narrowTenants;
  await receiver.reset();
  const before = cpuByPart(parts);
  await emit(stack.owner, { label: `${lane}_`, events, tenants, internals });
  const tookMs = await receiver.receives(lane, count);
  const cpuMs = cpuOfEach(before, cpuByPart(parts), count);
  return { perSecond: (1_000 * count) / tookMs, cpuMs };
}

/** Everything waits by now and becomes due in one statement; resolves to deliveries a second. */
async function drain({ stack, receiver }: Stage, label: string): Promise<number> {
  await fillQueue(stack.owner, { tenant: 'ten_wide', label, deliveries: backlog });
  await receiver.reset();
  await makeDue(stack.owner, 'ten_wide');
  return (1_000 * backlog) / (await receiver.receives('wide', backlog));
}

/** A thousand endpoints get every event; then one of them dies and one is slow. */
async function trouble(stage: Stage): Promise<void> {
  const { stack, receiver, internals } = stage;
  await register(stage, 'ten_many', ['/dead', '/slow', ...paths('other', others)]);
  const delaysMs = async (label: string, isTroubled: boolean) => {
    await receiver.reset({ noted: true, trouble: isTroubled });
    for (let round = 0; round < rounds; round += 1) {
      const tenants = ['ten_many'];
      await emit(stack.owner, { label: `${label}_${round}_`, events: 1, tenants, internals });
      await pause(roundMs);
    }
    await receiver.receives('other', rounds * others);
    const arrivals = await receiver.arrivals();
    return arrivals.filter(({ lane }) => lane === 'other').map((each) => each.at - each.createdAt);
  };
  await delaysMs('unmeasured', false);
  // In turns: other work on this machine would show in one of them.
  const well = await delaysMs('well_1', false);
  const troubled = await delaysMs('troubled_1', true);
  well.push(...(await delaysMs('well_2', false)));
  troubled.push(...(await delaysMs('troubled_2', true)));
  print(`webhooks: from an event to ${others} of ${others + 2} endpoints, one event a second`, [
    ['all answer', spread(well)],
    ['one dead, one slow', spread(troubled)],
    ['ratio of p50 (aim ~ 1)', ratio(quantile(troubled, 0.5), quantile(well, 0.5))],
  ]);
}

/** The internals of `job.created`, as a real booking emitted them. */
async function createdInternals({ book, owner }: BenchStack): Promise<object> {
  const { id } = JSON.parse(await book('internals'));
  const { rows } = await owner.query<{ internals: object }>(
    `select internals from jobs.outbox where job_id = $1 and type = 'job.created'`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`no job.created of ${id}`);
  return row.internals;
}
