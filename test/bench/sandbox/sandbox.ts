/**
 * (s) The sandbox among many callers. `SVC_BENCH_CALLERS` says among how many, 10 000 by default.
 */
import { readFile } from 'node:fs/promises';
import { until } from '@svc/devnet';
import { withStack } from '../cleanup.ts';
import { percent, print, quantile } from '../print.ts';
import { counted, sized } from '../size.ts';
import { fillJobs, fillListeners, jobsEach } from './fill.ts';
import { type SandboxStack, startSandboxStack } from './stack.ts';

const callersMax = counted('SVC_BENCH_CALLERS', { small: 200, usual: 10_000 });
const idle = Math.min(10_000, callersMax);
const sessions = sized({ small: 4, usual: 40 });
const readsEach = sized({ small: 4, usual: 15 });
const quietMs = sized({ small: 1_000, usual: 10_000 });
const booking = { sku: 'LAB-STD', km: 18, pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0' };

export async function benchSandbox(): Promise<void> {
  await withStack(startSandboxStack, async (stack) => {
    await manySessions(stack);
    await manyCallers(stack);
    await sweep(stack);
  });
}

const spread = (values: readonly number[]): string =>
  `p50 ${quantile(values, 0.5).toFixed(1)} ms   p99 ${quantile(values, 0.99).toFixed(1)} ms`;

/** Ten thousand sessions from one address, each asking once. */
async function manySessions({ send, gatewayPid }: SandboxStack): Promise<void> {
  const count = Math.min(10_000, callersMax);
  await inLanes(200, (n) => send(`warm-up-${n}`, '/jobs?limit=1'));
  const memory = [await residentMb(gatewayPid)];
  const started = performance.now();
  for (const half of ['first', 'second']) {
    await inLanes(count / 2, (n) => send(`${half}-${n}`, '/jobs?limit=1'));
    memory.push(await residentMb(gatewayPid));
  }
  const seconds = (performance.now() - started) / 1000;
  print(`(s1) ${count} sessions from one address, one request each`, [
    ['requests', `${(count / seconds).toFixed(0)} /s`],
    ['gateway, resident before, after half, after all', `${memory.join(' MB, ')} MB`],
  ]);
}

/** The same reads with next to nobody else there, and among all callers. */
async function manyCallers(stack: SandboxStack): Promise<void> {
  const alone = await book(stack, 'alone');
  const among = await book(stack, 'among');
  const few = await read(stack, alone);
  const started = performance.now();
  await fillJobs(stack.owner, 'F', callersMax);
  await stack.owner.query('vacuum analyze');
  await stack.owner.query('checkpoint');
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const many = await read(stack, among);
  // Each against the floor of its own moment: the machine does other things as well.
  const cost = (took: typeof few, name: 'list' | 'get'): number =>
    quantile(took[name], 0.5) / quantile(took.floor, 0.5);
  const ratio = (name: 'list' | 'get'): string => percent(cost(few, name), cost(many, name));
  print(`(s2) ${callersMax} callers with ${jobsEach} jobs each (written in ${seconds} s)`, [
    ['floor (GET /quotes), few callers', spread(few.floor)],
    ['floor (GET /quotes), all callers', spread(many.floor)],
    ['GET /jobs, few callers', spread(few.list)],
    ['GET /jobs, all callers', spread(many.list)],
    ['few / all, p50 over floor (aim >= 0.8)', ratio('list')],
    ['GET /jobs/{id}, few callers', spread(few.get)],
    ['GET /jobs/{id}, all callers', spread(many.get)],
    ['few / all, p50 over floor (aim >= 0.8)', ratio('get')],
  ]);
}

interface Booker {
  session: string;
  id: string;
}

async function book({ send }: SandboxStack, name: string): Promise<Booker[]> {
  const bookers: Booker[] = [];
  await inLanes(sessions, async (n) => {
    const session = `${name}-${n}`;
    let id = '';
    for (let job = 0; job < jobsEach; job += 1) {
      id = String(JSON.parse((await send(session, '/jobs', booking)).text).id);
    }
    bookers.push({ session, id });
  });
  return bookers;
}

async function read({ send }: SandboxStack, bookers: readonly Booker[]) {
  const took: Record<'floor' | 'list' | 'get', number[]> = { floor: [], list: [], get: [] };
  for (let n = 0; n < readsEach; n += 1) {
    for (const { session, id } of bookers) {
      const list = await send(session, '/jobs');
      const get = await send(session, `/jobs/${id}`);
      const floor = await send(session, '/quotes');
      if (n === 0) continue;
      took.floor.push(floor.ms);
      took.list.push(list.ms);
      took.get.push(get.ms);
    }
  }
  return took;
}

/** Idle callers are swept by the schedules of all services, while others go on asking. */
async function sweep(stack: SandboxStack): Promise<void> {
  const { owner } = stack;
  await fillJobs(owner, 'G', idle);
  await fillListeners(owner, 'G');
  await owner.query('vacuum analyze');
  const before: number[] = [];
  const quiet = performance.now() + quietMs;
  await probe(stack, before, async () => performance.now() > quiet);
  await owner.query(
    "update accounts.rate_window set seen_at = now() - interval '7 hours' where caller like 'G%'",
  );
  const during: number[] = [];
  const began = performance.now();
  await probe(stack, during, async () => {
    await runTimers(owner);
    return (await rowsLeft(stack)) === 0;
  });
  print(`(s3) ${idle} idle callers with ${jobsEach} jobs each are swept by four services`, [
    ['until nothing is left of them', `${((performance.now() - began) / 1000).toFixed(1)} s`],
    ['GET /jobs of others, before', spread(before)],
    ['GET /jobs of others, meanwhile', spread(during)],
  ]);
}

/** Twenty requests a second from fresh callers until it is over, looked at once a second. */
async function probe({ send }: SandboxStack, took: number[], isOver: () => Promise<boolean>) {
  let n = 0;
  await until(
    async () => {
      const sent = Array.from({ length: 20 }, async (_, place) => {
        await new Promise((resume) => setTimeout(resume, place * 50));
        took.push((await send(`probe-${Math.floor(n / 40)}-${place % 2}`, '/jobs')).ms);
      });
      await Promise.all(sent);
      n += 20;
      return isOver();
    },
    { timeoutMs: 240_000, everyMs: 1, what: 'the sweep' },
  );
}

/** Runs the schedules of each minute at once. */
async function runTimers(owner: SandboxStack['owner']): Promise<void> {
  await owner.query("select accounts_worker.add_job('expire-callers', job_key => 'bench')");
  for (const service of ['pricing', 'jobs', 'tracking', 'custody']) {
    await owner.query(`select ${service}_worker.add_job('forget-expired', job_key => 'bench')`);
  }
}

async function rowsLeft({ owner }: SandboxStack): Promise<number> {
  const left = (table: string) =>
    `(select count(*) from (select from ${table} where tenant_id like 'ten_sbx_G%' limit 1) one)`;
  const { rows } = await owner.query(`
    select (${left('accounts.rate_window')} + ${left('jobs.job')}
            + ${left('tracking.tracked_job')} + ${left('custody.custody_event')})::int as n`);
  return Number(rows[0]?.n);
}

const lanes = 16;

/** A few at a time. */
async function inLanes(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      await work(n);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function residentMb(pid: number | undefined): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kb = /VmRSS:\s+(\d+)/.exec(status)?.[1];
  return kb === undefined ? '?' : (Number(kb) / 1024).toFixed(0);
}
