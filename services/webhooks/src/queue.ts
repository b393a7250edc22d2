/** The deliverer's two transactions: take what is due, and write what became of it. */
import type { Kysely } from 'kysely';
import { type Attempt, succeeded } from './attempt.ts';
import type { Config } from './config.ts';
import type { DelivererContext } from './define.ts';
import { afterFailure, afterSuccess, isGivenUp, type Lane, widthMax } from './domain/lane.ts';
import { type Claimed, claimRows, giveBack, recordAttempts } from './store/due.ts';
import { disableEndpoint } from './store/endpoints.ts';
import { giveUpDisabled } from './store/give-up.ts';
import {
  type LaneKey,
  lockDueLanes,
  lockLanes,
  requeueLanes,
  restLanes,
  saveLanes,
  takeNudges,
} from './store/lanes.ts';
import type { Tables } from './store/schema.ts';

/** Longer than the longest attempt (two POSTs), so that a lease ends only with its deliverer: 60 s. */
export const leaseMs = ({ SVC_WEBHOOK_DEADLINE_MS }: Pick<Config, 'SVC_WEBHOOK_DEADLINE_MS'>) =>
  6 * SVC_WEBHOOK_DEADLINE_MS;
const lanesMax = 50;
const giveUpBatch = 1_000;

/** Claims about `room` deliveries, fairly: each due endpoint in its turn, none more than its width. */
export const claimDue = (
  { transaction, config }: Pick<DelivererContext, 'transaction' | 'config'>,
  { claim, room }: { claim: string; room: number },
): Promise<Claimed[]> =>
  transaction(async ({ db, now }) => {
    await takeNudges(db, now);
    const limit = Math.min(lanesMax, Math.ceil(room / widthMax));
    const lanes = await lockDueLanes(db, now, limit);
    const disabled = lanes.filter((lane) => !lane.is_active);
    if (disabled.length > 0) await clear(db, disabled, now);
    const active = lanes.filter((lane) => lane.is_active);
    if (active.length === 0) return [];
    const until = new Date(now.getTime() + leaseMs(config));
    const rows = await claimRows(db, active, { claim, now, until });
    await requeueLanes(db, active, now);
    return rows;
  });

/** A disabled endpoint gets nothing; its lane rests once all that waited there is given up. */
async function clear(db: Kysely<Tables>, lanes: readonly LaneKey[], now: Date): Promise<void> {
  const givenUp = await giveUpDisabled(db, lanes, { now, batch: giveUpBatch });
  if (givenUp < giveUpBatch) await restLanes(db, lanes);
  else await requeueLanes(db, lanes, now);
}

/** What a claimed row came to: an attempt, or nothing because the deliverer stops. */
export type Settled = { row: Claimed; attempt: Attempt | undefined };

/** Records attempts of any lanes in one transaction, and lets the lanes learn from them. */
export const settle = (
  { transaction, log }: Pick<DelivererContext, 'transaction' | 'log'>,
  settled: readonly Settled[],
): Promise<void> =>
  transaction(async ({ db, now }) => {
    const attempts = settled.flatMap(({ attempt }) => attempt ?? []);
    const returned = settled.flatMap(({ row, attempt }) => (attempt ? [] : [row]));
    const keys = lanesOf(settled);
    const lanes = await lockLanes(db, keys);
    const counted =
      attempts.length > 0
        ? await recordAttempts(
            db,
            attempts.map(({ attempted }) => attempted),
          )
        : new Set();
    if (returned.length > 0) await giveBack(db, returned, now);
    const held = attempts.filter(({ attempted }) => counted.has(attempted.delivery_id));
    const learned = lanes.map((lane) => learn(lane, held));
    const changed = learned.filter((lane, place) => lane !== lanes[place]);
    if (changed.length > 0) await saveLanes(db, changed);
    await requeueLanes(db, learned, now);
    for (const lane of learned) {
      const isGone = held.some((each) => each.disables && isOf(each, lane));
      if (!isGone && !isGivenUp(lane, now)) continue;
      if (await disableEndpoint(db, lane, now)) {
        log.warn({ endpoint_id: lane.endpoint_id, is_gone: isGone }, 'endpoint disabled');
      }
    }
  });

function lanesOf(settled: readonly Settled[]): LaneKey[] {
  const keys = settled.map(({ row: { tenant_id, endpoint_id } }) => ({ tenant_id, endpoint_id }));
  return [...new Map(keys.map((key) => [`${key.tenant_id} ${key.endpoint_id}`, key])).values()];
}

const isOf = ({ attempted }: Attempt, lane: LaneKey): boolean =>
  attempted.endpoint_id === lane.endpoint_id && attempted.tenant_id === lane.tenant_id;

const learn = (lane: Lane, attempts: readonly Attempt[]): Lane =>
  attempts
    .filter((each) => isOf(each, lane))
    .reduce(
      (known, each) =>
        succeeded(each)
          ? afterSuccess(known, each.version)
          : afterFailure(known, each.attempted.attempted_at),
      lane,
    );
