/**
 * Runs a command: receipt, gathered facts, one transaction with effect, outbox and receipt.
 *
 * The receipt is looked up before anything is gathered, and again under the request's lock. A twin
 * that finds the lock taken waits without a connection and tries again.
 */
import { type Command, type Contract, type ErrorCode, errors } from '@svc/contracts';
import type { ActionImplementation } from './bind.ts';
import { createClients } from './client.ts';
import { kyselyOver } from './database/kysely.ts';
import { collectEvents, insertEvents } from './outbox.ts';
import {
  dropExpiredReceipt,
  insertReceipt,
  type Outcome,
  offerReceipt,
  type ReceiptKey,
  refusalReply,
  replay,
  selectReceipt,
  toRow,
} from './receipt.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import { inTransaction, type Statement } from './transaction.ts';
import type { CallMeta, Reply } from './transport.ts';

/** How long a twin waits for the first request before it is told to come back. */
const twinWaitMs = 5_000;
const twinPollMs = [20, 40, 80, 150];
const attemptsMax = 4;

export interface CommandCall {
  contract: Contract;
  action: Command;
  implementation: ActionImplementation;
  input: unknown;
  meta: CallMeta;
}

export async function runCommand(runtime: Runtime, call: CommandCall): Promise<Reply> {
  const admitted = await call.implementation.admit?.(call.input, readContext(runtime, call.meta));
  const key = receiptKey(call.meta);
  const known = key && (await lookUp(runtime, key));
  if (known) return known;
  try {
    const context = { ...readContext(runtime, call.meta), admitted };
    const facts = await call.implementation.gather?.(call.input, context);
    return await execute(runtime, call, { key, facts });
  } catch (error) {
    if (!(error instanceof Refusal) || !call.action.refusals.includes(error.code)) throw error;
    return key && isFinal(error) ? keepRefusal(runtime, key, error) : refusalReply(error);
  }
}

/** A bad request (400) or a wait (429) is no outcome: the same key may be used again. */
const isFinal = ({ code }: { code: ErrorCode }): boolean =>
  ![400, 429].includes(errors[code].status);
const isKept = (outcome: Outcome): boolean => 'ok' in outcome || isFinal(outcome.refused);

interface Attempt {
  key: ReceiptKey | undefined;
  facts: unknown;
}

async function execute(runtime: Runtime, call: CommandCall, attempt: Attempt): Promise<Reply> {
  const deadline = performance.now() + twinWaitMs;
  for (let tries = 1, polls = 0; ; ) {
    try {
      return await transact(runtime, call, attempt);
    } catch (error) {
      if (error instanceof Locked) {
        if (performance.now() > deadline) return refusalReply(stillRunning);
        const pauseMs = twinPollMs[Math.min(polls, twinPollMs.length - 1)];
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

/** A twin holds the request's lock. */
class Locked extends Error {}

async function transact(runtime: Runtime, call: CommandCall, { key, facts }: Attempt) {
  const { meta, contract, action, implementation } = call;
  const now = runtime.clock.now();
  const secret = action.secret ? runtime.config.SVC_SECRET : undefined;
  const emitted = collectEvents(contract, meta.tenant, now);
  const reply = await inTransaction<Reply>(runtime.pools.write, {
    openings: key ? [tryLock(key), selectReceipt(key, now)] : [],
    work: async (client, [lock, receipt]) => {
      if (key) {
        if (!lock?.rows[0]?.locked) throw new Locked();
        const known = replay(receipt?.rows[0], key, runtime.config.SVC_SECRET);
        if (known) return { result: known };
      }
      const outcome = await outcomeOf(action, async () => {
        const db = kyselyOver(client);
        const context = { ...runtime.ambient(meta, now), db, emit: emitted.emit, facts };
        return runtime.checked(action, await implementation.handle(call.input, context));
      });
      const endings: Statement[] = [];
      if (emitted.events.length > 0) endings.push(insertEvents(emitted.events, now));
      if (key && isKept(outcome)) {
        if (receipt?.rows[0]?.expired) endings.push(dropExpiredReceipt(key, now));
        endings.push(insertReceipt(key, toRow(outcome, secret), now));
      }
      return { result: outcome, endings };
    },
  });
  if (emitted.events.length > 0) runtime.wakeRelay();
  return reply;
}

/** What the handler came to: its output, or a refusal that keeps what was written before it. */
async function outcomeOf(action: Command, handle: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: await handle() };
  } catch (error) {
    const isFact = error instanceof Refusal && error.keepsWrites;
    if (!isFact || !action.refusals.includes(error.code)) throw error;
    return { refused: { code: error.code, detail: error.detail } };
  }
}

const tryLock = (key: ReceiptKey): Statement => ({
  name: 'kit-receipt-lock',
  text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
  values: [key.request],
});

function receiptKey({ tenant, receipts, request, fingerprint }: CallMeta): ReceiptKey | undefined {
  if (request === undefined) return undefined;
  return { tenant: receipts ?? tenant, request, fingerprint: fingerprint ?? '' };
}

async function lookUp(runtime: Runtime, key: ReceiptKey): Promise<Reply | undefined> {
  const { rows } = await runtime.pools.read.query(selectReceipt(key, runtime.clock.now()));
  return replay(rows[0], key, runtime.config.SVC_SECRET);
}

const readContext = (runtime: Runtime, meta: CallMeta) => ({
  ...runtime.ambient(meta, runtime.clock.now()),
  db: runtime.readDb,
  clients: createClients(runtime.calls, runtime.transport, callerOnly(meta)),
});

/** A receipt covers this command alone, not what it asks of others. */
const callerOnly = ({ tenant, actor, requestId }: CallMeta): CallMeta => ({
  tenant,
  actor,
  requestId,
});

/** The refusal becomes the outcome, unless a twin came to another one first. */
async function keepRefusal(runtime: Runtime, key: ReceiptKey, refusal: Refusal): Promise<Reply> {
  const reply = { refused: { code: refusal.code, detail: refusal.detail } };
  const now = runtime.clock.now();
  const isOurs = await inTransaction(runtime.pools.write, {
    openings: [dropExpiredReceipt(key, now), offerReceipt(key, toRow(reply, undefined), now)],
    work: async (_client, [, offered]) => ({ result: offered?.rowCount === 1 }),
  });
  return isOurs ? reply : ((await lookUp(runtime, key)) ?? reply);
}

/** Serialization failure, deadlock, a twin's receipt, or a drawn value that was taken. */
function isRetryable(error: unknown, { retryOn = [] }: ActionImplementation): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '40001' || error.code === '40P01') return true;
  if (error.code !== '23505' || !('constraint' in error)) return false;
  const constraint = String(error.constraint);
  return constraint === 'receipt_pkey' || retryOn.includes(constraint);
}
