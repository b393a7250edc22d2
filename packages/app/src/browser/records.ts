/** Writes of actions and of the run: each is one transaction, so that a kill leaves all or nothing. */
import type {
  ActionFields,
  DevicePosition,
  Draft,
  RecordedAction,
  TransferHalf,
} from '../domain/action.ts';
import { type DoneAct, isDone, keptActs } from '../domain/done.ts';
import { inOrder, previousAt } from '../domain/queue.ts';
import { actionTimes } from '../domain/server-time.ts';
import { isOffered, isOver, projected } from '../domain/steps.ts';
import type { CourierRun, MovedJobState } from './api-answers.ts';
import { type Database, readOffset, type StoredJob } from './database.ts';
import { deleteDraft, type Writing } from './drafts.ts';
import { durable, StorageFull, stored } from './transactions.ts';

interface NewAction {
  draft: Pick<Draft, 'id' | 'job_id' | 'type' | 'corrects'>;
  fields: ActionFields;
}

/**
 * `repeated`: the second tap of two, or of another window. `not_possible`: the job does not allow the
 * step any more; the form stays.
 */
export type RecordResult = 'recorded' | 'repeated' | 'not_possible';

const allStores: ('state' | 'job' | 'action' | 'draft' | 'image')[] = [
  ...(['state', 'job', 'action', 'draft', 'image'] as const),
];

interface RecordOptions {
  position: DevicePosition | undefined;
  /** Ids of forms that were opened with those that are recorded, for jobs that were then left out. */
  leftOut?: readonly string[];
}

/**
 * Records the actions of one act, each under a key of its own, and is done when they are on the
 * disk. One that is not possible does not keep the others from being recorded.
 */
export async function recordActions(
  db: Database,
  acts: readonly NewAction[],
  { position, leftOut = [] }: RecordOptions,
): Promise<RecordResult[]> {
  const clock = { deviceMs: Date.now(), offsetMs: await readOffset(db) };
  const tx: Writing = db.transaction(allStores, 'readwrite', durable);
  return stored(async () => {
    const results: RecordResult[] = [];
    for (const act of acts) results.push(await recordIn(tx, act, { ...clock, position }));
    for (const id of leftOut) {
      const draft = await tx.objectStore('draft').get(id);
      if (draft) await deleteDraft(tx, draft);
    }
    await tx.done;
    return results;
  });
}

interface Moment {
  deviceMs: number;
  offsetMs: number;
  position: DevicePosition | undefined;
}

async function recordIn(
  tx: Writing,
  { draft: { id, job_id, type, corrects }, fields }: NewAction,
  { deviceMs, offsetMs, position }: Moment,
): Promise<RecordResult> {
  const actions = tx.objectStore('action');
  const job = await tx.objectStore('job').get(job_id);
  const queued = inOrder(await actions.index('job').getAll(job_id));
  const open = await tx.objectStore('draft').get(id);
  const corrected = queued.find((action) => action.id === corrects);
  if (!isCurrent({ type, corrects }, { open, corrected })) {
    // The form is gone with its job, or was recorded.
    return job || (await findDone(tx)).some((act) => act.id === id) ? 'repeated' : 'not_possible';
  }
  const before = corrected ? queued.filter(({ seq }) => seq < corrected.seq) : queued;
  if (!job || !isOffered(projected(job, before).status, type)) return 'not_possible';
  const seqs = (await actions.getAll()).map(({ seq }) => seq);
  const previous = previousAt(job.accepted_at, before);
  const times = timesOf(corrected) ?? actionTimes(deviceMs, offsetMs, previous);
  const { box, ...own } = fields;
  const recorded = { id, job_id, ref: job.ref, type, fields: own, ...times };
  const seq = corrected?.seq ?? Math.max(0, ...seqs) + 1;
  if (box !== undefined) {
    // Sent before the step that names it, with a refusal of its own.
    const packed = { type: 'box', fields: { identifier: box }, seq: seq - 0.5, files: [] } as const;
    await actions.add({ ...recorded, ...packed, id: crypto.randomUUID() });
  }
  const after = projected(job, [...before, recorded]).status;
  const isOnward = isDone(type, projected(job, before).status, after);
  await noteDone(tx, corrected?.id, isOnward ? doneAct(recorded, job) : undefined);
  await actions.add({ ...recorded, seq, files: open?.files ?? [], ...(position && { position }) });
  await tx.objectStore('draft').delete(id);
  if (corrected) await deleteAction(tx, corrected);
  return 'recorded';
}

function doneAct({ id, job_id, ref, type, at }: RecordedIn, job: StoredJob): DoneAct {
  const isPickup = type === 'collect' || type === 'pickup_failed';
  const { site_id, name: door } = isPickup ? job.pickup : job.dropoff;
  return { id, job_id, ref, type, at, site_id, door, parcels: job.parcels };
}
type RecordedIn = Pick<RecordedAction, 'id' | 'job_id' | 'ref' | 'type' | 'at'>;

/** Notes what was done at a door, in place of an act that no longer counts. */
async function noteDone(tx: Writing, gone: string | undefined, act?: DoneAct): Promise<void> {
  const former = await findDone(tx);
  const acts = [...keptActs(former, Date.now(), gone), ...(act ? [act] : [])];
  if (act || acts.length < former.length) await tx.objectStore('state').put({ id: 'done', acts });
}

/** Halves of a transfer, one for each job; the one who takes has none of them stored yet. */
export async function recordTransfers(
  db: Database,
  {
    side,
    acts,
    position,
  }: {
    side: TransferHalf;
    acts: readonly Pick<RecordedAction, 'job_id' | 'ref' | 'fields'>[];
    position: DevicePosition | undefined;
  },
): Promise<void> {
  const offsetMs = await readOffset(db);
  const tx: Writing = db.transaction(allStores, 'readwrite', durable);
  await stored(async () => {
    const actions = tx.objectStore('action');
    const last = Math.max(0, ...(await actions.getAll()).map(({ seq }) => seq));
    for (const [n, act] of acts.entries()) {
      const queued = inOrder(await actions.index('job').getAll(act.job_id));
      const [former] = queued.filter(({ type }) => type === side);
      // The second of two taps; one that was refused is corrected by this.
      if (former && !former.refusal) continue;
      if (former) await deleteAction(tx, former);
      const job = await tx.objectStore('job').get(act.job_id);
      const times = actionTimes(Date.now(), offsetMs, previousAt(job?.accepted_at, queued));
      const own = { id: crypto.randomUUID(), seq: last + 1 + n, type: side, files: [] };
      await actions.add({ ...act, ...own, ...times, ...(position && { position }) });
    }
    await tx.done;
  });
}

async function findDone(tx: Writing): Promise<readonly DoneAct[]> {
  const found = await tx.objectStore('state').get('done');
  return found?.id === 'done' ? found.acts : [];
}

async function deleteAction(tx: Writing, { id, files }: RecordedAction): Promise<void> {
  const images = files.map(({ kind }) => tx.objectStore('image').delete([id, kind]));
  await Promise.all([tx.objectStore('action').delete(id), ...images]);
}

/** A form goes when it is recorded, and a correction with what it corrects. */
const isCurrent = (
  { type, corrects }: { type: Draft['type']; corrects: string | undefined },
  { open, corrected }: { open: Draft | undefined; corrected: RecordedAction | undefined },
): boolean =>
  (type === 'depart' || open !== undefined) && (corrects === undefined || corrected !== undefined);

/** A corrected action happened when it was first recorded, unless that is what was refused. */
function timesOf(corrected: RecordedAction | undefined) {
  if (!corrected || corrected.refusal?.code === 'invalid_time') return undefined;
  const { at, device_at } = corrected;
  return { at, device_at };
}

/** A refused action that the courier does not send again; its images and its correction go with it. */
export async function discardAction(db: Database, id: string): Promise<void> {
  const tx: Writing = db.transaction(allStores, 'readwrite', durable);
  const action = await tx.objectStore('action').get(id);
  // Maybe corrected in another window.
  if (!action?.refusal) return;
  await deleteAction(tx, action);
  await noteDone(tx, id);
  for (const draft of await tx.objectStore('draft').index('job').getAll(action.job_id)) {
    if (draft.corrects === id) await deleteDraft(tx, draft);
  }
  await tx.done;
}

/**
 * Removes an action that got a response; on a device without room its job stays unchanged until the
 * run is read.
 */
export async function removeSent(
  db: Database,
  action: RecordedAction,
  answer: MovedJobState | undefined,
): Promise<void> {
  try {
    await stored(() => applyAnswer(db, action, answer));
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    const tx = db.transaction(['action', 'image'], 'readwrite', durable);
    const images = action.files.map(({ kind }) =>
      tx.objectStore('image').delete([action.id, kind]),
    );
    await Promise.all([tx.objectStore('action').delete(action.id), ...images, tx.done]);
  }
}

/**
 * Deletes the action with its images, and its job if that is over. A job that is brought back stays
 * until the next reading of the run, which has its return: `saveRun` takes the time of the last
 * milestone from it.
 */
async function applyAnswer(
  db: Database,
  { id, job_id, type, at }: Pick<RecordedAction, 'id' | 'job_id' | 'type' | 'at'>,
  answer: MovedJobState | undefined,
): Promise<void> {
  const tx = db.transaction(allStores, 'readwrite', durable);
  const [jobs, actions] = [tx.objectStore('job'), tx.objectStore('action')];
  const isInterrupted =
    answer?.status === 'exception' && (type === 'collect' || type === 'deliver');
  if (isInterrupted) await noteDone(tx, id);
  const action = await actions.get(id);
  actions.delete(id);
  for (const { kind } of action?.files ?? []) tx.objectStore('image').delete([id, kind]);
  const job = await jobs.get(job_id);
  const left = (await actions.index('job').getAll(job_id)).filter((other) => other.id !== id);
  const drafts = await tx.objectStore('draft').index('job').getAll(job_id);
  if (job && answer) {
    const { status, seal, return_job_id } = answer;
    const isReturned = return_job_id !== null;
    const isDone = (isOver(answer) || isReturned) && left.length === 0;
    if (!isDone || isReturned || drafts.some(hasImages)) {
      jobs.put({ ...job, status, seal, return_job_id, accepted_at: at, has_left: isDone });
    } else {
      jobs.delete(job_id);
      for (const draft of drafts) await deleteDraft(tx, draft);
    }
  }
  await tx.done;
}

const hasImages = ({ files }: Pick<Draft, 'files'>): boolean => files.length > 0;

/**
 * The run as the server has it. Jobs that are no longer in it stay while actions of theirs wait or
 * forms of theirs have images; jobs with any form also stay if the run continues beyond what was
 * read.
 */
export async function saveRun(db: Database, { data, has_more }: CourierRun): Promise<void> {
  const tx = db.transaction(['job', 'action', 'draft', 'image'], 'readwrite');
  const jobs = tx.objectStore('job');
  const drafts = await tx.objectStore('draft').getAll();
  const begun = drafts.filter((draft) => has_more || hasImages(draft));
  const waiting = await tx.objectStore('action').getAll();
  const kept = new Set([...begun, ...waiting].map(({ job_id }) => job_id));
  const former = new Map((await jobs.getAll()).map((job) => [job.id, job]));
  const current = new Set(data.map(({ id }) => id));
  const originals = new Map([...former.values()].map((job) => [job.return_job_id, job]));
  for (const [place, job] of data.entries()) {
    // A return begins when the hand-over failed, by the clock that this device had then.
    const { accepted_at } = former.get(job.id) ?? originals.get(job.id) ?? {};
    const { thread, seen } = former.get(job.id) ?? {};
    const kept = { ...(thread && { thread }), ...(seen && { seen }) };
    jobs.put({ ...job, ...kept, place, ...(accepted_at !== undefined && { accepted_at }) });
  }
  const left = [...former.values()].filter(({ id }) => !current.has(id));
  for (const job of left) {
    if (kept.has(job.id)) jobs.put({ ...job, has_left: true });
    else jobs.delete(job.id);
  }
  const gone = new Set(left.flatMap(({ id }) => (kept.has(id) ? [] : id)));
  for (const draft of drafts) if (gone.has(draft.job_id)) await deleteDraft(tx, draft);
  await tx.done;
}

/**
 * A revoked device may be in other hands: the run and open forms are erased. Recorded actions stay,
 * with their images: until the server has them, there is no other record of what happened.
 */
export async function keepRevoked(db: Database, client_id: string): Promise<void> {
  const tx = db.transaction(allStores, 'readwrite', durable);
  const device = await tx.objectStore('state').get('device');
  // Another window may have enrolled the device again meanwhile.
  if (device?.id === 'device' && device.client_id === client_id) {
    tx.objectStore('state').put({ ...device, isRevoked: true });
    tx.objectStore('state').delete('done');
    tx.objectStore('job').clear();
    for (const draft of await tx.objectStore('draft').getAll()) await deleteDraft(tx, draft);
  }
  await tx.done;
}
