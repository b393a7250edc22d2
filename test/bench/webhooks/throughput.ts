/** (g) deliveries a second: from commit to the receiver's 204, out of a backlog, beside a long log. */
import { cpuByPart, cpuPerRequest } from '../cpu.ts';
import { percent, print } from '../print.ts';
import { sized } from '../size.ts';
import { analyze, type Emitted, emit, fillLog, fillQueue, makeDue } from './fill.ts';
import { bareLoop } from './floor.ts';
import type { Stage } from './stage.ts';

const endpoints = sized({ small: 10, usual: 100 });
const wideEvents = sized({ small: 20, usual: 200 });
const wide = wideEvents * endpoints;
const narrow = sized({ small: 100, usual: 10_000 });
const narrowTenants = Array.from({ length: 20 }, (_, n) => `ten_narrow_${n}`);
const floorPosts = sized({ small: 500, usual: 20_000 });
const short = sized({ small: 500, usual: 20_000 });
const backlog = sized({ small: 1_000, usual: 100_000 });

export async function throughput(stage: Stage, logRows: number): Promise<void> {
  await register(stage);
  const floors = [await bareLoop(stage, floorPosts)];
  const committed = await fromCommit(stage);
  const small = await drain(stage, 'a_', short);
  const large = await drain(stage, 'b_', backlog);
  await fillLog(stage.owner, logRows);
  const aged = await drain(stage, 'c_', short);
  floors.push(await bareLoop(stage, floorPosts));
  const floor = floors.reduce((sum, each) => sum + each, 0) / floors.length;
  const beside = (rate: number) => `${rate.toFixed(0)} /s   ${percent(rate, floor)} of the floor`;
  print('(g) webhooks: deliveries a second, signed, logged, at least once', [
    ['floor: bare POST loop, before and after', floors.map((each) => each.toFixed(0)).join(' ')],
    [`commit to 204, ${wideEvents} events × ${endpoints} (aim >= 0.3)`, beside(committed.wide)],
    ...committed.wideCpu,
    [`commit to 204, ${narrow} events × 1 endpoint (aim >= 0.2)`, beside(committed.narrow)],
    ...committed.narrowCpu,
    [`${short} waiting`, beside(small)],
    [`${backlog} waiting`, beside(large)],
    ['  large / small backlog (aim ~ 1)', percent(large, small)],
    [`${short} waiting, ${logRows} more rows in the log`, beside(aged)],
    ['  long / short log (aim ~ 1)', percent(aged, small)],
  ]);
}

/** Endpoints, and a first round that is not measured. */
async function register(stage: Stage): Promise<void> {
  const { owner, receiver } = stage;
  const paths = Array.from({ length: endpoints }, (_, n) => `/wide/${n}`);
  await stage.register('ten_wide', paths);
  for (const tenant of narrowTenants) await stage.register(tenant, ['/narrow']);
  await receiver.reset();
  await emit(stage, { label: 'warm_up_', events: wideEvents, tenants: ['ten_wide'] });
  await receiver.receives('wide', wide);
  await analyze(owner);
}

/** Events are committed by jobs, relayed, fanned out and delivered. */
async function fromCommit({ receiver, parts, ...stage }: Stage) {
  const deliver = async (kind: 'wide' | 'narrow', deliveries: number, emission: Emitted) => {
    await receiver.reset();
    const before = cpuByPart(parts);
    await emit(stage, emission);
    const rate = perSecond(deliveries, await receiver.receives(kind, deliveries));
    return { rate, cpu: cpuPerRequest(before, cpuByPart(parts), deliveries) };
  };
  const toWide = { label: 'wide_', events: wideEvents, tenants: ['ten_wide'] };
  const many = await deliver('wide', wide, toWide);
  const toNarrow = { label: 'narrow_', events: narrow, tenants: narrowTenants };
  const single = await deliver('narrow', narrow, toNarrow);
  return { wide: many.rate, wideCpu: many.cpu, narrow: single.rate, narrowCpu: single.cpu };
}

/** Everything waits by now and becomes due at once. */
async function drain({ owner, receiver }: Stage, label: string, deliveries: number) {
  await fillQueue(owner, { tenant: 'ten_wide', label, deliveries });
  await receiver.reset();
  await makeDue(owner, 'ten_wide');
  return perSecond(deliveries, await receiver.receives('wide', deliveries));
}

const perSecond = (count: number, tookMs: number): number => (1000 * count) / tookMs;
