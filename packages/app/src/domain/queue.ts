/**
 * The queue of recorded actions: which is sent next, and what a response means for it.
 *
 *   recorded ──▶ waiting ──2xx──▶ sent: removed
 *                  │  ▲ └─401──▶ new token, again
 *                  │  ├──429, 408, 5xx, a cut answer, one of a proxy, no network: later, same key
 *                  │  └──429 `handover_locked`: held until the code is open again, with the same key
 *                  └─other 4xx──▶ refused ──▶ corrected (new key) or discarded
 *
 * Guaranteed: milestones of a job are sent in the order of their recording; a refused one holds up
 * those after it, of the same job alone. Incidents and messages hold up nothing and wait for nothing:
 * they change no state, and must reach the control desk without delay. Boxes hold up nothing, but are
 * sent in order. An action is retried until a response arrives, with the same idempotency key and the
 * same bytes. One that the server fails to handle is postponed to the next round, and a held one until
 * its time; the other jobs are sent meanwhile.
 */
import {
  type ActionHold,
  type ActionRefusal,
  isReport,
  isUrgent,
  type RecordedAction,
} from './action.ts';

type Queued = Pick<RecordedAction, 'id' | 'seq' | 'job_id' | 'type' | 'refusal' | 'hold'>;

/** Ids of those whose time has not come, by the server's clock. */
export const heldAt = (actions: readonly Queued[], serverMs: number): string[] =>
  actions.filter(({ hold }) => hold && Date.parse(hold.until) > serverMs).map(({ id }) => id);

/** The oldest that no refused or postponed one holds up; undefined if there is none. */
export function nextToSend<A extends Queued>(
  actions: readonly A[],
  postponed: ReadonlySet<string>,
): A | undefined {
  const held = new Set<string>();
  for (const action of inOrder(actions)) {
    if (action.refusal || postponed.has(action.id)) {
      if (!isReport(action.type)) held.add(action.job_id);
    } else if (isUrgent(action.type) || !held.has(action.job_id)) return action;
  }
  return undefined;
}

export const inOrder = <A extends Queued>(actions: readonly A[]): A[] =>
  actions.toSorted((a, b) => a.seq - b.seq);

export type SendOutcome =
  | { sent: true }
  | { refused: ActionRefusal }
  /** For `heldMs` from now. */
  | { held: Omit<ActionHold, 'until'>; heldMs: number }
  /** Unauthorised: the token ended. */
  | { unauthorised: true }
  /** `isOwn`: the server failed at this very request, and may take others. */
  | { laterMs: number; isOwn: boolean };

export interface ReceivedAnswer {
  status: number;
  /** Code of the problem document, if the body is one. */
  code?: string | undefined;
  detail?: string | undefined;
  /** Header, in seconds. */
  retryAfter?: string | null;
  /** Whether the body is JSON; a successful response without JSON was truncated. */
  isReadable: boolean;
}

const laterCodes = new Set(['idempotency_in_progress']);
/** Codes that concern this request only: other jobs are sent meanwhile. */
const holdCodes = new Set(['handover_locked', 'not_on_board']);
const isTemporary = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status === 429;
const retryAfterMaxSeconds = 900;

/** `attempts`: failed ones in a row before this. Status 0 means no response. */
export function outcomeOf(answer: ReceivedAnswer, attempts: number): SendOutcome {
  const { status, code, detail } = answer;
  const later = { laterMs: Math.max(backoffMs(attempts), retryAfterMs(answer)) };
  if (status >= 200 && status < 300) {
    return answer.isReadable ? { sent: true } : { ...later, isOwn: false };
  }
  if (status === 401) return { unauthorised: true };
  if (code !== undefined && holdCodes.has(code)) {
    return { held: { code, detail: detail ?? '' }, heldMs: later.laterMs };
  }
  const isOwn = status >= 500 || laterCodes.has(code ?? '');
  if (status < 400 || isTemporary(status) || isOwn) return { ...later, isOwn };
  if (code !== undefined) return { refused: { code, detail: detail ?? '' } };
  // A 4xx without a problem code came from a proxy or was truncated: retry.
  const isTooLarge = status === 413;
  return isTooLarge ? { refused: { code: 'http_413', detail: '' } } : { ...later, isOwn: true };
}

function retryAfterMs({ retryAfter }: ReceivedAnswer): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds, retryAfterMaxSeconds) * 1_000 : 0;
}

const backoffFirstMs = 2_000;
const backoffMaxMs = 60_000;
/** Exponential backoff, bounded; `online` and a new action do not wait for it. */
export const backoffMs = (attempts: number): number =>
  Math.min(backoffFirstMs * 2 ** Math.min(attempts, 10), backoffMaxMs);

/** Time of the latest milestone that the next one of its job must not precede: accepted or waiting. */
export function previousAt(
  acceptedAt: string | undefined,
  before: readonly Pick<RecordedAction, 'type' | 'at' | 'refusal'>[],
): string | undefined {
  const counted = before.filter(({ type, refusal }) => !isReport(type) && !refusal);
  return [...(acceptedAt === undefined ? [] : [acceptedAt]), ...counted.map(({ at }) => at)]
    .toSorted()
    .at(-1);
}

interface QueueCount {
  waiting: number;
  refused: number;
}

export const queueCount = (actions: readonly Queued[]): QueueCount => {
  const refused = actions.filter(({ refusal }) => refusal !== undefined).length;
  return { waiting: actions.length - refused, refused };
};
