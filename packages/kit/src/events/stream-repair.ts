/**
 * Stream repair: compares the stream with the claims of the outbox and withdraws those that are
 * untrue, so that the relay publishes their events again. Kinds of loss:
 *
 * - **recreated**: a stream of another identity.
 * - **truncated**: of the claims, only those up to some number are true. A restored snapshot, a
 *   lost data directory or a new leader without the last writes look like this.
 * - **purged**: the first messages were removed before they expired.
 * - **hollow**: numbers are missing in between.
 */

import type { Runtime } from '../service/runtime.ts';
import type { Bus, StreamState } from './bus.ts';
import {
  allNumbers,
  type Claim,
  claimBatch,
  highestClaim,
  highestId,
  withdrawNumbers,
  withdrawRange,
} from './outbox-claims.ts';

const hourMs = 60 * 60 * 1000;
/** Look-back: messages expire after 7 days, so events of the last hour before that are skipped. */
const overlapMs = 7 * 24 * hourMs - hourMs;

export interface Inspection {
  stream: StreamState;
  losses: readonly Loss[];
}

type Reason = 'recreated' | 'truncated' | 'purged' | 'hollow';
interface Loss {
  reason: Reason;
  from: number;
  to: number;
  /** Only claims that are younger. */
  since?: Date;
  /** Only these numbers. */
  numbers?: readonly number[];
}

interface Comparison {
  runtime: Runtime;
  bus: Bus;
  stream: StreamState;
  since: Date;
}

/** Costs one stream info, one message and two index look-ups if there is no loss. */
export async function inspectStream(runtime: Runtime, bus: Bus): Promise<Inspection> {
  const { service, pools, clock } = runtime;
  await bus.assertStream(service);
  const stream = await bus.streamState(service);
  const since = new Date(clock.now().getTime() - overlapMs);
  const comparison = { runtime, bus, stream, since };
  const { rows } = await pools.write.query<{ identity: string }>(
    'select identity from relay_stream',
  );
  const inStream = { from: stream.firstSequence, to: allNumbers.to, except: stream.missing };
  const tail = await highestClaim(pools.write, { ...inStream, since });
  const losses: Loss[] = [];
  if (tail && !(await isTrue(comparison, tail))) {
    const from = (await lastTrueClaim(comparison)) + 1;
    const isSame = rows[0]?.identity === stream.identity;
    losses.push({ reason: isSame ? 'truncated' : 'recreated', from, to: allNumbers.to });
  }
  const before = { from: 0, to: stream.firstSequence - 1 };
  if (await highestClaim(pools.write, { ...before, since })) {
    losses.push({ reason: 'purged', ...before, since });
  }
  for (let at = 0; at < stream.missing.length; at += claimBatch) {
    const numbers = stream.missing.slice(at, at + claimBatch);
    losses.push({ reason: 'hollow', ...allNumbers, numbers });
  }
  return { stream, losses };
}

/** Whether the message with this number is that event, published for the first time or repeated. */
async function isTrue({ runtime, bus }: Comparison, claim: Claim): Promise<boolean> {
  const messageId = await bus.messageId(runtime.service, claim.stream_seq);
  return messageId?.split('.')[0] === claim.event_id;
}

/**
 * Bisects: up to some number all claims are true, above it all are false, because numbers are given
 * in order and a claim that is displaced is withdrawn. Missing numbers do not count.
 */
async function lastTrueClaim(comparison: Comparison): Promise<number> {
  const { runtime, stream, since } = comparison;
  let low = Math.max(stream.firstSequence - 1, 0);
  let high = stream.lastSequence;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const range = { from: low + 1, to: middle, except: stream.missing, since };
    const claim = await highestClaim(runtime.pools.write, range);
    if (!claim || (await isTrue(comparison, claim))) low = middle;
    else high = claim.stream_seq - 1;
  }
  return low;
}

/**
 * Withdraws the claims that are not true, a batch per step: the relay publishes new events in
 * between. Begun again from a new inspection when the process dies on the way.
 */
export async function* withdrawLost(
  runtime: Runtime,
  { stream, losses }: Inspection,
): AsyncGenerator<number> {
  const { service, pools, metrics, log } = runtime;
  const upToId = losses.length > 0 ? await highestId(pools.write) : '0';
  for (const loss of losses) {
    let events = 0;
    for await (const count of batches(runtime, loss, upToId)) {
      events += count;
      yield count;
    }
    if (events === 0) continue;
    metrics.repeated.inc({ service, reason: loss.reason }, events);
    log.warn({ service, reason: loss.reason, events }, 'stream lost events; republishing them');
  }
  await pools.write.query(
    `insert into relay_stream as known (only_row, identity) values (true, $1)
     on conflict (only_row) do update set identity = excluded.identity
      where known.identity is distinct from excluded.identity`,
    [stream.identity],
  );
}

async function* batches({ pools }: Runtime, loss: Loss, upToId: string): AsyncGenerator<number> {
  if (loss.numbers) {
    yield await withdrawNumbers(pools.write, loss.numbers);
    return;
  }
  for (let from = loss.from; ; ) {
    const { count, next } = await withdrawRange(pools.write, { ...loss, from, upToId });
    yield count;
    if (count < claimBatch) return;
    from = next;
  }
}
