/**
 * Command: runs a state-changing action with an idempotent effect.
 *
 * Terms
 * - **request**: identity of a call (hash of caller, method, path and Idempotency-Key).
 * - **fingerprint**: hash of the body; the same request with another fingerprint is refused.
 * - **receipt**: the stored final reply of a request, for 24 hours (`receipt.ts`).
 * - **duplicate**: a concurrent call with the same request; it waits for the first one.
 *
 * States of a request
 *
 *     unknown ─ admit ─ gather ─▶ lock got? ─ no ─▶ poll, ≤ 5 s ─▶ idempotency_in_progress
 *                         │         │     ▲               │
 *                         │         │     └───────────────┘
 *                         │         └─ yes ─▶ receipt found? ─ yes ─────────▶ replayed
 *                         │                    └─ no ─▶ handle ─▶ COMMIT ───▶ stored
 *                         │                                └─ conflict: again, 4 attempts
 *                         ├─ failed, receipt found ─────────────────────────▶ replayed
 *                         └─ refusal (403 to 422, not 429) ─────────────────▶ stored
 *
 * Guarantees
 * - Effect, outbox rows and receipt commit in one transaction: a retry within 24 hours gets the
 *   first reply and has no second effect, also after a crash and in another replica.
 * - Duplicates wait without holding a connection; one of them has the effect.
 * - A refusal is stored in a transaction of its own: after a crash in between a retry decides
 *   again.
 * - What a person changes is recorded in the same transaction (`change-record.ts`).
 * - `admit` runs for each call, before its receipt is read: revoked rights are noticed on a replay.
 * - A receipt that a duplicate commits while this call takes the lock violates the key, and the next
 *   attempt replays it.
 *
 * Not guaranteed
 * - Bad input (400) and rate limits (429) are not stored: the same key may be sent again.
 * - Idempotency of `gather`: it may run more than once, so it only reads, or says `passesIdentity`:
 *   then the called services replay repeated commands from their receipts.
 * - Hints: broadcast after the commit, at most once; lost if the process dies in between.
 *
 * Numbers: the duplicate wait (5 s) fits into the 8 s call timeout of `broker.ts`; poll intervals
 * and attempts are chosen, not measured. Retention: `receipt.ts`, `housekeeping.ts`.
 */
import { type Command, type Contract, type ErrorCode, errors } from '@svc/contracts';
import { collectChanges } from '../audit/change-record.ts';
import { canonical } from '../calls/canonical-json.ts';
import { createClients } from '../calls/client.ts';
import { identityOf } from '../calls/idempotency.ts';
import { Refusal } from '../calls/refusal.ts';
import type { CallMeta, Reply, Transport } from '../calls/transport.ts';
import { kyselyOver } from '../database/kysely.ts';
import { isConflict } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { collectEffects } from '../effects/effects.ts';
import type { ActionImplementation } from '../service/bind.ts';
import type { Runtime } from '../service/runtime.ts';
import {
  dropExpiredReceipt,
  type FinalReply,
  insertReceipt,
  isReceiptKey,
  lockReceipt,
  offerReceipt,
  type ReceiptKey,
  refusalReply,
  replayReceipt,
  selectReceipt,
  toReceiptRow,
  toRefusalBody,
} from './receipt.ts';

/** Maximum wait of a duplicate, ms; then it is refused with idempotency_in_progress. */
const duplicateWaitMs = 5_000;
const duplicatePollMs = [20, 40, 80, 150];
const attemptsMax = 4;

export interface CommandCall {
  contract: Contract;
  action: Command;
  implementation: ActionImplementation;
  input: unknown;
  meta: CallMeta;
}

export async function handleCommand(runtime: Runtime, call: CommandCall): Promise<Reply> {
  const admitted = await call.implementation.admit?.(call.input, readContext(runtime, call.meta));
  const key = receiptKey(call.meta);
  try {
    const gathering = await gather(runtime, call, { key, admitted });
    if ('known' in gathering) return gathering.known;
    return await execute(runtime, call, { key, gathered: gathering.gathered });
  } catch (error) {
    if (!(error instanceof Refusal) || !call.action.refusals.includes(error.code)) throw error;
    return key && isFinal(error) ? storeRefusal(runtime, key, error) : refusalReply(error);
  }
}

/**
 * Looks for a stored reply first, since it is not free to gather: another service may be asked to
 * change something. A gathering that only reads goes first, and a repeat is recognized with the lock.
 * If it fails, a stored reply is looked for as well: what was read then may be gone by now.
 */
async function gather(
  runtime: Runtime,
  { implementation, input, meta }: CommandCall,
  { key, admitted }: { key: ReceiptKey | undefined; admitted: unknown },
): Promise<{ known: Reply } | { gathered: unknown }> {
  if (!implementation.gather) return { gathered: undefined };
  const { passesIdentity, gathersFirst } = implementation;
  const known = key && !gathersFirst && (await findReceipt(runtime, key));
  if (known) return { known };
  const passed = passesIdentity ? passingIdentity(runtime.transport, meta) : {};
  const context = { ...readContext(runtime, meta, passed), admitted };
  try {
    return { gathered: await implementation.gather(input, context) };
  } catch (error) {
    const stored = key && gathersFirst && (await findReceipt(runtime, key));
    if (stored) return { known: stored };
    throw error;
  }
}

/** 400 and 429 are not final: the same key may be used again. */
const isFinal = ({ code }: { code: ErrorCode }): boolean =>
  ![400, 429].includes(errors[code].status);
const isStored = (outcome: FinalReply): boolean => 'ok' in outcome || isFinal(outcome.refused);

interface Attempt {
  key: ReceiptKey | undefined;
  gathered: unknown;
}

async function execute(runtime: Runtime, call: CommandCall, attempt: Attempt): Promise<Reply> {
  const deadline = performance.now() + duplicateWaitMs;
  for (let tries = 1, polls = 0; ; ) {
    try {
      return await transact(runtime, call, attempt);
    } catch (error) {
      if (error instanceof Locked) {
        if (performance.now() > deadline) return refusalReply(stillRunning);
        const pauseMs = duplicatePollMs[Math.min(polls, duplicatePollMs.length - 1)];
        polls += 1;
        await new Promise((done) => setTimeout(done, pauseMs));
      } else {
        if (tries >= attemptsMax || !isRetryable(error, call.implementation)) throw error;
        tries += 1;
      }
    }
  }
}

const stillRunning = new Refusal(
  'idempotency_in_progress',
  'A request with this Idempotency-Key is still running.',
);

/** A duplicate holds the advisory lock of the request. */
class Locked extends Error {}

async function transact(runtime: Runtime, call: CommandCall, { key, gathered }: Attempt) {
  const { meta, contract, action, implementation } = call;
  const now = runtime.clock.now();
  const secret = action.secret ? runtime.config.SVC_SECRET : undefined;
  const effects = collectEffects(runtime, contract, now);
  const name = `${contract.name}.${implementation.name}`;
  const changes = collectChanges({ action, name, input: call.input, meta });
  const { recordChange } = changes;
  const added = effects.of(meta.tenant);
  const reply = await inTransaction<Reply>(runtime.pools.write, {
    openings: key ? [lockReceipt(key, now)] : [],
    work: async (client, [opened]) => {
      const { locked, ...receipt } = opened?.rows[0] ?? {};
      if (key && !locked) throw new Locked();
      const isKnown = key && receipt.outcome !== null;
      const known = isKnown && replayReceipt(receipt, key, runtime.config.SVC_SECRET);
      if (known) return { result: known };
      const outcome = await runHandler(action, async () => {
        const db = kyselyOver(client);
        const context = {
          ...runtime.ambient(meta, now),
          ...added,
          ...{ db, gathered, recordChange },
        };
        return runtime.checked(action, await implementation.handle(call.input, context));
      });
      for (const { tenant, data } of changes.recordsOf(outcome)) {
        added.emit('change.recorded', data, {}, { tenant });
      }
      const endings = effects.endings();
      if (key && isStored(outcome)) {
        if (receipt.expired) endings.push(dropExpiredReceipt(key, now));
        endings.push(insertReceipt(key, toReceiptRow(outcome, secret), now));
      }
      return { result: outcome, endings };
    },
  });
  effects.announce();
  return reply;
}

/** Output of the handler, or a refusal with `keepsWrites`, which commits what was written. */
async function runHandler(action: Command, handle: () => Promise<unknown>): Promise<FinalReply> {
  try {
    return { ok: await handle() };
  } catch (error) {
    const keepsWrites = error instanceof Refusal && error.keepsWrites;
    if (!keepsWrites || !action.refusals.includes(error.code)) throw error;
    return { refused: toRefusalBody(error) };
  }
}

function receiptKey({ tenant, receipts, request, fingerprint }: CallMeta): ReceiptKey | undefined {
  if (request === undefined) return undefined;
  return { tenant: receipts ?? tenant, request, fingerprint: fingerprint ?? '' };
}

async function findReceipt(runtime: Runtime, key: ReceiptKey): Promise<Reply | undefined> {
  const { rows } = await runtime.pools.read.query(selectReceipt(key, runtime.clock.now()));
  return replayReceipt(rows[0], key, runtime.config.SVC_SECRET);
}

const readContext = (
  runtime: Runtime,
  meta: CallMeta,
  { transport = runtime.transport }: { transport?: Transport } = {},
) => ({
  ...runtime.ambient(meta, runtime.clock.now()),
  db: runtime.readDb,
  clients: createClients(runtime.calls, transport, callerOnly(meta)),
});

/**
 * Gives each command that `gather` sends an identity derived from this request's, its action and its
 * input: a duplicate gets the reply that the called service stored for the first.
 */
function passingIdentity(transport: Transport, { request }: CallMeta): { transport?: Transport } {
  if (request === undefined) return {};
  const call: Transport['call'] = (service, action, input, meta) => {
    const path = `${service}.${action}`;
    const identity = { caller: request, method: 'CALL', path, key: canonical(input), body: input };
    return transport.call(service, action, input, { ...meta, ...identityOf(identity) });
  };
  return { transport: { ...transport, call } };
}

/** Nested calls carry no request identity by default: a receipt covers this command alone. */
const callerOnly = ({ tenant, actor, requestId }: CallMeta): CallMeta => ({
  tenant,
  actor,
  requestId,
});

/** Stores the refusal as final reply, unless a duplicate has stored one already, or one of another day. */
async function storeRefusal(runtime: Runtime, key: ReceiptKey, refusal: Refusal): Promise<Reply> {
  const reply = { refused: toRefusalBody(refusal) };
  const now = runtime.clock.now();
  const isOurs = await inTransaction(runtime.pools.write, {
    openings: [
      dropExpiredReceipt(key, now),
      offerReceipt(key, toReceiptRow(reply, undefined), now),
    ],
    work: async (_client, [, offered]) => ({ result: offered?.rowCount === 1 }),
  }).catch((error: unknown) => {
    if (isReceiptKey(violatedKey(error))) return false;
    throw error;
  });
  return isOurs ? reply : ((await findReceipt(runtime, key)) ?? reply);
}

/** Serialization failure, deadlock, a duplicate's receipt, or a collision of a random value. */
function isRetryable(error: unknown, { retryOn = [] }: ActionImplementation): boolean {
  if (isConflict(error)) return true;
  const key = violatedKey(error);
  return isReceiptKey(key) || retryOn.includes(key);
}

/** Name of the unique index that a row violated, or `''`. */
function violatedKey(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return error.code === '23505' && 'constraint' in error ? String(error.constraint) : '';
}
