/**
 * Parcels go from hand to hand while phones are offline: their halves arrive late, repeatedly and in
 * any order, by wrong clocks, and the writer is killed between any two of its statements. At each
 * instant one holder; no half is lost, and none counts twice.
 * At length, with figures: SVC_STORM_RUNS=1000 npm test -- services/jobs/test/transfer-storm
 */
import { jobs } from '@svc/contracts';
import { type Chance, chancesOf } from '@svc/kit/testing/chance';
import { killsWriters } from '@svc/kit/testing/killed-writer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobsTest } from './app.ts';
import { hub } from './neighbours.ts';

const runs = Number(process.env.SVC_STORM_RUNS ?? 50);
const seed = Number(process.env.SVC_SEED ?? 1);
const app = jobsTest();
const tables = ['job', 'milestone', 'receipt', 'job_sequence', 'outbox'];
const killer = killsWriters(app, { schema: 'jobs', tables });
beforeAll(killer.install);
const seen = { halves: 0, refused: 0, repeated: 0, kills: 0 };
afterAll(() => {
  if (runs > 50) process.stdout.write(`${runs} runs: ${JSON.stringify(seen)}\n`);
});

const people = {
  drv_1: 'veh_1',
  drv_2: 'veh_2',
  drv_keeper: hub.registration,
} as const;
type Person = keyof typeof people;
const names = ['drv_1', 'drv_2', 'drv_keeper'] as const;
const startMs = Date.parse('2026-11-02T10:00:00.000Z');
const minute = (n: number) => new Date(startMs + n * 60_000).toISOString();

/** One half of a transfer, in the queue of a phone. */
interface Half {
  by: Person;
  input: object;
  key: string;
  isDone: boolean;
}

/** What the phones record, each in its own order, while the parcels go from hand to hand. */
async function roadOf(chance: Chance, id: string, count: number) {
  const holders: Person[] = ['drv_1'];
  const codes = new Map<Person, string>();
  for (const name of names)
    codes.set(name, (await app.desk().runOfCourier({ courier_id: name })).transfer_code);
  const halves: Half[] = [];
  for (let n = 1; n <= count; n += 1) {
    const from = holders.at(-1) ?? 'drv_1';
    const to = chance.pick(chance.shuffled(names.filter((name) => name !== from)) as [Person]);
    // Clocks are off by up to half a minute after they were measured against the server's.
    const at = () => new Date(Date.parse(minute(n)) + chance.between(-20_000, 20_000));
    const half = (by: Person, input: object) =>
      halves.push({
        by,
        input: { id, seal: 'SEAL-1', at: at().toISOString(), courier_id: by, ...input },
        ...{ key: `${id} ${halves.length}`, isDone: false },
      });
    if (chance.oneIn(2)) half(from, { side: 'give' });
    const registration = people[to];
    half(to, { side: 'take', reason: 'Taken in', code: codes.get(from), registration });
    holders.push(to);
  }
  return { holders, halves };
}

async function storm(chance: Chance): Promise<void> {
  app.clock.set(new Date(startMs - 3_600_000).toISOString());
  const { id } = await app.jobThatIs('in_transit');
  app.clock.set(new Date(startMs + 3_600_000).toISOString());
  const { holders, halves } = await roadOf(chance, id, chance.between(2, 6));
  await killer.start(chance);
  const send = async (half: Half) => {
    const call = () =>
      app.call('reportTransfer', half.input, { tenant: 'ten_carrier', request: half.key });
    const reply = await killer.survived(call);
    if ('ok' in reply) half.isDone = true;
    else {
      seen.refused += 1;
      expect(jobs.actions.reportTransfer.refusals).toContain(
        'refused' in reply ? reply.refused.code : reply,
      );
      // The courier sends it again, as a request of its own.
      half.key = `${half.key} again`;
    }
  };
  for (let round = 0; round < 60 && halves.some(({ isDone }) => !isDone); round += 1) {
    const online = names.filter(() => chance.oneIn(2));
    const next = online.flatMap(
      (name) => halves.find((each) => each.by === name && !each.isDone) ?? [],
    );
    const again = halves.filter(({ isDone }) => isDone && chance.oneIn(8));
    seen.repeated += again.length;
    await Promise.all(chance.shuffled([...next, ...again]).map(send));
  }
  await killer.stop();
  seen.kills += await killer.kills();
  seen.halves += halves.length;
  expect(halves.filter(({ isDone }) => !isDone)).toEqual([]);
  const facts = (await app.outbox(id)).flatMap(
    ({ internals }) => jobs.events['job.updated'].internals.parse(internals).custody ?? [],
  );
  const scans = facts.filter(({ type, details }) => type === 'scanned' && details?.transfer);
  expect(scans).toHaveLength(halves.length);
  const moves = facts.filter(({ type }) => type === 'transferred');
  let holder = 'drv_1';
  for (const { details } of moves) {
    expect(details?.from_driver_id).toBe(holder);
    holder = String(details?.to_driver_id);
  }
  const times = moves.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  const now = await app.desk().getForDesk({ id });
  expect([holder, now.driver_id]).toEqual([holders.at(-1), holders.at(-1)]);
}

it.each(chancesOf(seed, runs).map((chance, n) => ({ run: seed + n, chance })))(
  'parcels have one holder at each instant, and the last who took them at the end: run $run',
  { timeout: 120_000 },
  ({ chance }) => storm(chance),
);
