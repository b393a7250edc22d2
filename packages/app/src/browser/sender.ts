/**
 * Sends what is recorded and reads the run: one window at a time (Web Locks), on load, `online`, a
 * timer with backoff, and after each new action. Guarantees: domain/queue.ts.
 */
import {
  type ActionFile,
  type ActionRefusal,
  isReport,
  type RecordedAction,
} from '../domain/action.ts';
import { actionPath } from '../domain/action-body.ts';
import { backoffMs, heldAt, nextToSend, outcomeOf, type SendOutcome } from '../domain/queue.ts';
import type { MovedJobState } from './api-answers.ts';
import {
  type Database,
  readDevice,
  readEnrolment,
  readOffset,
  readProgress,
  workingDevice,
} from './database.ts';
import { accessToken, DeviceRevoked, finishEnrolment, forgetToken } from './device.ts';
import { keepRevoked, removeSent } from './records.ts';
import { timedFetch } from './request.ts';
import { readRun } from './run-reader.ts';
import { signedAction } from './signature.ts';
import { readThreads } from './threads.ts';
import { StorageFull, stored } from './transactions.ts';

/** Also the interval at which the run is read while no action is to be sent. */
const idleMs = 60_000;

export interface Sender {
  /** Sends what waits, as soon as no other window does. */
  wake(): void;
}

export interface SenderEvents {
  /** Stored data has changed. */
  changed(): void;
}

export function createSender(db: Database, events: SenderEvents): Sender {
  let isBusy = false;
  let isWanted = false;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const round = async (): Promise<number> => {
    const laterMs = await sendAll(db, events, attempts);
    attempts = laterMs === undefined ? 0 : attempts + 1;
    return laterMs ?? idleMs;
  };
  const wake = async (): Promise<void> => {
    isWanted = true;
    if (isBusy) return;
    isBusy = true;
    clearTimeout(timer);
    let nextMs = idleMs;
    while (isWanted) {
      isWanted = false;
      nextMs = await navigator.locks.request('send', round).catch(() => backoffMs(attempts++));
    }
    isBusy = false;
    timer = setTimeout(wake, nextMs);
  };
  addEventListener('online', () => void wake());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void wake();
  });
  return { wake: () => void wake() };
}

/** Undefined when all is sent and the run is read; else when to try again, ms. */
async function sendAll(
  db: Database,
  events: SenderEvents,
  attempts: number,
): Promise<number | undefined> {
  try {
    // The queue is sent as the device that recorded it, before another replaces that.
    const former = await workingDevice(db);
    const rest = former && (await sendQueue(db, events, attempts));
    if (rest && !rest.isOwn) return rest.laterMs;
    const enrolmentMs = await enrol(db, events, attempts);
    if (!(await workingDevice(db))) return enrolmentMs;
    const later = former ? rest : await sendQueue(db, events, attempts);
    if (later && !later.isOwn) return later.laterMs;
    await readRun(db);
    events.changed();
    if (await readThreads(db)) events.changed();
    return later?.laterMs ?? enrolmentMs;
  } catch (error) {
    if (error instanceof DeviceRevoked) {
      await keepRevoked(db, error.client_id);
      events.changed();
      const isReplaced = (await readEnrolment(db)) !== undefined;
      return isReplaced ? sendAll(db, events, attempts) : undefined;
    }
    // No network, no response in time, or an unreadable one.
    return backoffMs(attempts);
  }
}

/** A new registration that fails does not stop the device that it would replace. */
async function enrol(
  db: Database,
  events: SenderEvents,
  attempts: number,
): Promise<number | undefined> {
  const pending = await readEnrolment(db);
  if (!pending || pending.isRefused) return undefined;
  if (pending.isUnconfirmed && (await workingDevice(db))) return undefined;
  const isDone = await finishEnrolment(db, pending).then(
    () => true,
    () => false,
  );
  if (isDone) {
    unkept.clear();
    events.changed();
  }
  return isDone ? undefined : backoffMs(attempts);
}

/** Current state of actions that a full device cannot store; rebuilt after a reload. */
const unkept = new Map<string, RecordedAction>();

async function keepAction(db: Database, action: RecordedAction): Promise<void> {
  try {
    await stored(() => db.put('action', action));
    unkept.delete(action.id);
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    unkept.set(action.id, action);
  }
}

const waitingActions = async (db: Database): Promise<RecordedAction[]> =>
  (await db.getAll('action')).map((action) => unkept.get(action.id) ?? action);

type Later = Extract<SendOutcome, { laterMs: number }>;

/** Sends until no action is ready; undefined when none was postponed. */
async function sendQueue(
  db: Database,
  events: SenderEvents,
  attempts: number,
): Promise<Later | undefined> {
  const postponed = new Set<string>();
  let later: Later | undefined;
  for (;;) {
    const actions = await waitingActions(db);
    const held = heldAt(actions, Date.now() + (await readOffset(db)));
    const action = nextToSend(actions, new Set([...postponed, ...held]));
    if (!action) return later;
    const found = await sendOne(db, action, attempts);
    events.changed();
    if (!found) continue;
    if (!found.isOwn) return found;
    postponed.add(action.id);
    later = { ...found, laterMs: Math.max(found.laterMs, later?.laterMs ?? 0) };
  }
}

/** Files first, then the milestone or incident that names them. */
async function sendOne(
  db: Database,
  action: RecordedAction,
  attempts: number,
): Promise<Later | undefined> {
  const signed = action.signed;
  if (signed) {
    const { outcome, answer } = await post(db, requestOf(action, signed), attempts);
    if ('sent' in outcome) {
      // The response to a report is not a state of the job.
      await removeSent(db, action, isReport(action.type) ? undefined : answer);
      unkept.delete(action.id);
      const progress = { ...(await readProgress(db)), sent_at: new Date().toISOString() };
      await db.put('state', progress).catch(() => undefined);
      return undefined;
    }
    return settle(db, action, { outcome, attempts });
  }
  const file = action.files.find(({ file_id }) => file_id === undefined);
  if (file) return sendFile(db, { action, file }, attempts);
  const device = await readDevice(db);
  if (device) await keepAction(db, { ...action, signed: await signedAction(action, device) });
  return undefined;
}

const requestOf = (
  action: RecordedAction,
  { body, signature, salt }: NonNullable<RecordedAction['signed']>,
) => ({
  path: actionPath(action),
  body,
  headers: {
    'content-type': 'application/json',
    'idempotency-key': action.id,
    'device-signature': signature,
    'device-salt': salt,
  },
});

async function sendFile(
  db: Database,
  { action, file }: { action: RecordedAction; file: ActionFile },
  attempts: number,
): Promise<Later | undefined> {
  const { kind, media_type, key, sha256 } = file;
  const image = await db.get('image', [action.id, kind]);
  const request = {
    path: `/v1/ops/jobs/${action.job_id}/files?kind=${kind}`,
    body: image?.bytes ?? new ArrayBuffer(0),
    headers: { 'content-type': media_type, 'idempotency-key': key },
  };
  const { outcome, answer } = await post(db, request, attempts);
  if (!('sent' in outcome)) return settle(db, action, { outcome, attempts });
  if (answer?.sha256 !== sha256) {
    const detail = `The ${kind} that arrived is not the one that was taken. Take it again.`;
    const refused = { code: 'digest_differs', detail };
    return settle(db, action, { outcome: { refused }, attempts });
  }
  const files = action.files.map((each) =>
    each.kind === kind ? { ...each, file_id: answer.id } : each,
  );
  await keepAction(db, { ...action, files });
  return undefined;
}

interface Unsent {
  outcome: Exclude<SendOutcome, { sent: true }>;
  attempts: number;
}

async function settle(
  db: Database,
  action: RecordedAction,
  { outcome, attempts }: Unsent,
): Promise<Later | undefined> {
  if ('refused' in outcome) {
    const refusal: ActionRefusal = outcome.refused;
    await keepAction(db, { ...action, refusal });
    return undefined;
  }
  if ('held' in outcome) {
    const until = new Date(Date.now() + (await readOffset(db)) + outcome.heldMs).toISOString();
    await keepAction(db, { ...action, hold: { ...outcome.held, until } });
    return undefined;
  }
  return 'laterMs' in outcome ? outcome : { laterMs: backoffMs(attempts), isOwn: false };
}

interface PostRequest {
  path: string;
  body: string | ArrayBuffer;
  headers: Record<string, string>;
}

interface PostResult {
  outcome: SendOutcome;
  answer?: MovedJobState & { sha256?: string };
}

/** Sends with the token, and once more with a new one if that has expired. */
async function post(db: Database, request: PostRequest, attempts: number): Promise<PostResult> {
  const { path, body, headers } = request;
  const send = async (): Promise<PostResult> => {
    const authorization = `Bearer ${await accessToken(db)}`;
    const init = { method: 'POST', body, headers: { ...headers, authorization } };
    const { response } = await timedFetch(db, path, init);
    const answer = jsonOf(await response.text());
    const { status } = response;
    const { code, detail } = Object(answer);
    const retryAfter = response.headers.get('retry-after');
    const isReadable = answer !== undefined;
    const outcome = outcomeOf({ status, code, detail, retryAfter, isReadable }, attempts);
    return { outcome, ...(answer && { answer }) };
  };
  const first = await send();
  if (!('unauthorised' in first.outcome)) return first;
  forgetToken();
  return send();
}

function jsonOf(text: string): PostResult['answer'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
