/** (f) custody events appended through reactions against bare inserts; chain verification against bare SHA-256. */
import { createHash, randomBytes } from 'node:crypto';
import { custodyService } from '@svc/custody/service';
import { createDatabase, until } from '@svc/devnet';
import { startHost } from '@svc/kit/host';
import { chainFault } from '@svc/verify/chain';
import { genesisHash, hashEvent } from '@svc/verify/event';
import type pg from 'pg';
import type { BenchStack } from './bench-stack.ts';
import { ownerPool } from './database.ts';
import { percent, print } from './print.ts';
import { sized } from './size.ts';

const jobsCount = sized({ small: 10, usual: 250 });
const perJob = sized({ small: 10, usual: 40 });
const total = jobsCount * perJob;
const chainLength = sized({ small: 2_000, usual: 100_000 });
const at = '2026-11-02T08:00:00.000Z';

export async function benchCustody({ settings, adminUrl }: BenchStack): Promise<void> {
  const url = await createDatabase(adminUrl, 'bench_custody');
  const host = await startHost({
    name: 'custody',
    services: [custodyService],
    timers: false,
    env: {
      SVC_SECRET: settings.secret,
      SVC_POSTGRES_URL: url,
      SVC_NATS_URL: settings.natsUrl,
      SVC_NAMESPACE: `bench-${randomBytes(4).toString('hex')}`,
      SVC_LOG_LEVEL: 'warn',
      SVC_POOL_MAX: '16',
    },
  });
  const owner = ownerPool(url, 16);
  const stored = async () =>
    (await owner.query<{ n: number }>('select count(*)::int as n from custody.custody_event'))
      .rows[0]?.n ?? 0;
  await host.bus.assertStream('jobs');
  const started = performance.now();
  for (let sequence = 1; sequence <= perJob; sequence += 1) {
    await Promise.all(
      Array.from({ length: jobsCount }, (_, job) => host.bus.publish(scanned(job, sequence))),
    );
  }
  await until(async () => (await stored()) === total, { timeoutMs: 120_000, what: 'the chains' });
  const appended = total / ((performance.now() - started) / 1000);
  const floor = await bareInserts(owner);
  await host.stop();
  await owner.end();
  print(`(f) custody: ${total} events of ${jobsCount} jobs`, [
    ['floor: bare inserts, 16 at a time', `${floor.toFixed(0)} /s`],
    ['published, reacted to, chained', `${appended.toFixed(0)} /s`],
    ['ratio', percent(appended, floor)],
    ...verification(),
  ]);
}

const scanned = (job: number, sequence: number) => ({
  id: `evt_${job}_${sequence}`,
  producer: 'jobs',
  type: 'custody.scanned',
  tenant_id: 'ten_bench',
  job_id: `job_${job}`,
  sequence,
  created_at: at,
  data: { job_id: `job_${job}` },
  internals: {
    custody: {
      at,
      type: 'scanned',
      by: 'driver:drv_bench',
      note: null,
      seal: 'SL-1234',
      position: { lat: -26.2, lng: 28.04 },
      details: { location: 'hub' },
    },
  },
});

/** The rows that were written, written again into a table without keys to anything else. */
async function bareInserts(owner: pg.Pool): Promise<number> {
  await owner.query('create table public.bare (like custody.custody_event including indexes)');
  const { rows } = await owner.query<Record<string, unknown>>(
    'select * from custody.custody_event',
  );
  const columns = Object.keys(rows[0] ?? {});
  const text = `insert into public.bare (${columns.join(', ')})
    values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`;
  const started = performance.now();
  let next = 0;
  const lane = async () => {
    for (let row = rows[next++]; row; row = rows[next++]) {
      await owner.query({ name: 'bare', text, values: Object.values(row) });
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return rows.length / ((performance.now() - started) / 1000);
}

function verification(): [string, string][] {
  const events: { hash: string }[] = [];
  let previous = genesisHash;
  for (let seq = 1; seq <= chainLength; seq += 1) {
    const content = {
      v: 1 as const,
      job_id: 'job_bench',
      seq,
      at,
      type: 'scanned',
      by: 'driver:drv_bench',
      note: null,
      seal: 'SL-1234',
      position: { lat_e6: -26_200_000, lng_e6: 28_040_000 },
      details: { location: 'hub' },
      prev_hash: previous,
    };
    previous = hashEvent(content);
    events.push({ ...content, hash: previous });
  }
  const texts = events.map((event) => JSON.stringify(event));
  const bare = perSecond(() => {
    for (const text of texts) createHash('sha256').update(text).digest('hex');
  });
  const verified = perSecond(() => {
    const fault = chainFault({ job_id: 'job_bench', chain_hash: previous, events });
    if (fault) throw new Error(fault.detail);
  });
  return [
    ['floor: bare SHA-256 of the same text', `${bare.toFixed(0)} events/s`],
    ['chain verified', `${verified.toFixed(0)} events/s`],
    ['ratio', percent(verified, bare)],
    [`a chain of ${chainLength}`, `${(chainLength / verified).toFixed(2)} s`],
  ];
}

function perSecond(work: () => void): number {
  const started = performance.now();
  work();
  return chainLength / ((performance.now() - started) / 1000);
}
