/**
 * The transparency log with three witnesses, of which two must cosign: entries integrated a second, the delay
 * from a commit in custody to the checkpoint that covers its entry, the size of a proof, and what the log adds
 * to the cost of a delivery. Fails where a limit is missed.
 */
import { loadavg } from 'node:os';

import { transparencyLog } from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { utf8 } from '@svc/tlog/bytes';
import { hashLeaf } from '@svc/tlog/merkle';
import { type LogEntryFields, logEntryText } from '@svc/verify/log-entry';
import type pg from 'pg';
import { Agent } from 'undici';
import type { BenchStack } from '../bench-stack.ts';
import { withStack } from '../cleanup.ts';
import { ownerPool } from '../database.ts';
import { createCrews, startLifeStack, tokenHeaders } from '../life/environment.ts';
import { print, quantile } from '../print.ts';
import { counted, sized } from '../size.ts';
import { liveMany, measureDeliveries, settled } from './delivery-cost.ts';
import { type LogFigures, limits, requireLimits } from './limits.ts';
import { prepareWitnesses, quorum, witnessCount } from './witnesses.ts';

const entries = counted('SVC_BENCH_ENTRIES', { small: 2_000, usual: 60_000 });
/** As many as custody submits with a certificate. */
const perEvent = 3;
const delayLives = sized({ small: 5, usual: 100 });
const proofs = sized({ small: 20, usual: 200 });

export const benchLog = (): Promise<void> =>
  withStack(startLoggedStack, async ({ stack, owner, dispatcher }) => {
    const desk = await tokenHeaders(stack, stack.operator);
    const tenant = await tokenHeaders(stack, stack.demo);
    const crews = await createCrews(stack, desk, 4);
    const target = { dispatcher, url: stack.url, tenant, desk, crews };
    await liveMany(target, sized({ small: 2, usual: 20 }));
    const since = new Date();
    await liveMany(target, delayLives);
    const figures = {
      delaysMs: await coveredDelays(stack, owner, since),
      perSecond: await integrate(stack, owner),
      size: await largestProof(stack, owner),
      costs: await measureDeliveries(stack, target, owner),
    };
    report(figures);
    requireLimits(figures);
  });

async function startLoggedStack(cleanup: AsyncDisposableStack) {
  const stack = await startLifeStack(cleanup);
  const owner = ownerPool(stack.settings.postgresUrl);
  cleanup.defer(() => owner.end());
  const witnesses = await prepareWitnesses(cleanup);
  await stack.processes.start('log', witnesses.env);
  await witnesses.start(new URL('/log', stack.url).href);
  const dispatcher = new Agent({ connections: 4 });
  cleanup.defer(() => dispatcher.close());
  return { stack, owner, dispatcher };
}

function report({ delaysMs, perSecond, size, costs }: LogFigures): void {
  const ms = (share: number) => `${quantile(delaysMs, share).toFixed(0)} ms`;
  const { entriesPerSecondMin, delayP99MsMax, proofBytesMax, costRatioMax } = limits;
  const ratios = costs.ratios.map((each) => each.toFixed(2)).join(' ');
  print(`the transparency log, ${quorum} of ${witnessCount} witnesses (load ${loadOf()})`, [
    [
      `integrated and cosigned, ${entries} entries (at least ${entriesPerSecondMin} /s)`,
      `${perSecond.toFixed(0)} /s`,
    ],
    [
      `commit to covering checkpoint, ${delaysMs.length} entries of ${delayLives} deliveries`,
      `p50 ${ms(0.5)}   p99 ${ms(0.99)} (at most ${delayP99MsMax} ms)`,
    ],
    [
      `largest of ${proofs} proofs of a log of ${size.entries} (at most ${proofBytesMax})`,
      `${size.bytes} bytes`,
    ],
    [
      `a delivery without the log, ${costs.lives} of them`,
      `${costs.withoutLogMs.toFixed(1)} ms of processor time`,
    ],
    ['a delivery with it', `${costs.withLogMs.toFixed(1)} ms`],
    ...Object.entries(costs.addedMs)
      .toSorted(([, one], [, other]) => other - one)
      .map(([part, added]): [string, string] => [`  added in ${part}`, `${added.toFixed(1)} ms`]),
    [
      `with to without, median of the rounds (at most ${costRatioMax})`,
      `${costs.ratio.toFixed(2)} of ${ratios}`,
    ],
    ['with to with, the same (A/A)', costs.controlRatio.toFixed(2)],
  ]);
}

const loadOf = (): string =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');

/** Publishes entries as custody does, and waits until a cosigned checkpoint covers the last one. */
async function integrate({ processes }: BenchStack, owner: pg.Pool): Promise<number> {
  const { bus } = processes.client;
  const before = await coveredSize(owner);
  const started = performance.now();
  const events = Math.ceil(entries / perEvent);
  let next = 0;
  const lane = async () => {
    for (let event = next++; event < events; event = next++) await bus.publish(submission(event));
  };
  await Promise.all(Array.from({ length: 64 }, lane));
  const all = before + events * perEvent;
  const isCovered = async () => (await coveredSize(owner)) >= all;
  await until(isCovered, { timeoutMs: 300_000, everyMs: 50, what: 'the entries' });
  const seconds = (performance.now() - started) / 1000;
  await requireWhole(owner, events * perEvent);
  return (events * perEvent) / seconds;
}

/** Each entry has one place, and the places are those from 0 on. */
async function requireWhole(owner: pg.Pool, sent: number): Promise<void> {
  const { rows } = await owner.query<Record<'sent' | 'all' | 'places' | 'last', number>>(
    `select count(*) filter (where body like $1)::int as sent, count(*)::int as all,
            count(distinct leaf_index)::int as places, max(leaf_index)::int + 1 as last
       from log.entry`,
    [`%sha256:${benchPrefix}%`],
  );
  const [found] = rows;
  const isWhole = found?.sent === sent && found.all === found.places && found.all === found.last;
  if (!isWhole) throw new Error(`of ${sent} entries the log has ${JSON.stringify(found)}`);
}

const benchPrefix = 'b'.repeat(48);

const submission = (event: number) => ({
  id: `evt_bench_${event}`,
  producer: 'custody',
  type: 'log_entries.submitted',
  tenant_id: 'ten_bench',
  job_id: '',
  sequence: 0,
  created_at: '2026-11-02T08:00:00.000Z',
  data: {
    entries: Array.from({ length: perEvent }, (_, n) => entryOf(event * perEvent + n)),
  },
  internals: {},
});

const entryOf = (n: number): LogEntryFields => ({
  v: 1,
  type: 'certificate',
  certificate: `sha256:${benchPrefix}${n.toString(16).padStart(16, '0')}`,
  at: '2026-11-02T08:00:00.000Z',
});

const coveredSize = async (owner: pg.Pool): Promise<number> => {
  const { rows } = await owner.query(`select coalesce(max(size), 0) as size from ${cosigned} c`);
  return Number(rows[0]?.size);
};

/** Checkpoints with a quorum, each when it was published. */
const cosigned = `(select size, published_at from log.checkpoint join log.cosignature using (size)
  where published_at is not null group by size having count(*) >= ${quorum})`;

/** Milliseconds from the transaction that submitted an entry to that which published its checkpoint. */
async function coveredDelays(stack: BenchStack, owner: pg.Pool, since: Date): Promise<number[]> {
  await settled(stack, owner);
  const areCovered = async () => {
    const { rows } = await owner.query<{ done: boolean }>(
      `select (select count(*) from log.entry) =
              (select max(size) from ${cosigned} c) as done`,
    );
    return rows[0]?.done;
  };
  await until(areCovered, { timeoutMs: 60_000, what: 'a checkpoint of all entries' });
  const submitted = await owner.query<{ at: Date; entries: LogEntryFields[] }>(
    `select created_at as at, data -> 'entries' as entries from custody.outbox
      where type = 'log_entries.submitted' and created_at > $1`,
    [since],
  );
  const covered = await owner.query<{ leaf: string; at: Date }>(
    `select encode(leaf_hash, 'hex') as leaf,
            (select published_at from ${cosigned} c
              where size > e.leaf_index order by size limit 1) as at
       from log.entry e where e.submitted_at > $1`,
    [since],
  );
  const at = new Map(covered.rows.map((row) => [row.leaf, row.at.getTime()]));
  // A key is submitted with each certificate, and logged once.
  return submitted.rows.flatMap(({ at: from, entries }) =>
    entries.flatMap((entry) => {
      const published = at.get(leafOf(entry));
      return published === undefined ? [] : [published - from.getTime()];
    }),
  );
}

const leafOf = (entry: LogEntryFields): string =>
  Buffer.from(hashLeaf(utf8(logEntryText(entry)))).toString('hex');

async function largestProof({ processes, demo }: BenchStack, owner: pg.Pool) {
  const { rows } = await owner.query<{ leaf: string }>(
    `select encode(leaf_hash, 'hex') as leaf from log.entry
      where leaf_index is not null order by md5(leaf_hash::text) limit $1`,
    [proofs],
  );
  const meta = { tenant: demo.tenant_id, actor: 'bench', requestId: 'bench' };
  const { log } = createClients({ log: transparencyLog }, processes.client.broker, meta);
  const texts: string[] = [];
  for (let from = 0; from < rows.length; from += 100) {
    const leaf_hashes = rows.slice(from, from + 100).map(({ leaf }) => leaf);
    const answer = await log.proofs({ leaf_hashes });
    texts.push(...answer.proofs.filter((proof) => proof !== null));
  }
  return {
    bytes: Math.max(...texts.map((text) => Buffer.byteLength(text))),
    entries: await coveredSize(owner),
  };
}
