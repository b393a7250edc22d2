/** Writes of actions and of the run: each is one transaction, so that a kill leaves all or nothing. */
import type { ActionFields, DevicePosition, Draft, RecordedAction } from '../domain/action.ts';
import { inOrder, previousAt } from '../domain/queue.ts';
import { actionTimes } from '../domain/server-time.ts';
import { isOffered, isOver, projected } from '../domain/steps.ts';
import type { CourierRun, MovedJobState } from './api-answers.ts';
import { type Database, readOffset } from './database.ts';
import { deleteDraft } from './drafts.ts';
import { durable, StorageFull, stored } from './transactions.ts';

interface NewAction {
  draft: Pick<Draft, 'id' | 'job_id' | 'type' | 'corrects'>;
  fields: ActionFields;
  position: DevicePosition | undefined;
}

/**
 * `repeated`: the second tap of two, or of another window. `not_possible`: the job does not allow the
 * step any more; the form stays.
 */
export type RecordResult = 'recorded' | 'repeated' | 'not_possible';

/** Records an action, and is done when it is on the disk. */
export async function recordAction(
  db: Database,
  { draft: { id, job_id, type, corrects }, fields, position }: NewAction,
): Promise<RecordResult> {
  const [deviceMs, offsetMs] = [Date.now(), await readOffset(db)];
  const tx = db.transaction(['job', 'action', 'draft', 'image'], 'readwrite', durable);
  const [jobs, actions] = [tx.objectStore('job'), tx.objectStore('action')];
  return stored(async () => {
    const job = await jobs.get(job_id);
    const queued = inOrder(await actions.index('job').getAll(job_id));
    const open = await tx.objectStore('draft').get(id);
    const corrected = queued.find((action) => action.id === corrects);
    if (!isCurrent({ type, corrects }, { open, corrected })) return 'repeated';
    const before = corrected ? queued.filter(({ seq }) => seq < corrected.seq) : queued;
    if (!job || !isOffered(projected(job, before).status, type)) return 'not_possible';
    const seqs = (await actions.getAll()).map(({ seq }) => seq);
    const previous = previousAt(job.accepted_at, before);
    const times = timesOf(corrected) ?? actionTimes(deviceMs, offsetMs, previous);
    const recorded = { id, job_id, ref: job.ref, type, fields, ...times };
    const seq = corrected?.seq ?? Math.max(0, ...seqs) + 1;
    actions.add({ ...recorded, seq, files: open?.files ?? [], ...(position && { position }) });
    tx.objectStore('draft').delete(id);
    if (corrected) {
      actions.delete(corrected.id);
      for (const { kind } of corrected.files) tx.objectStore('image').delete([corrected.id, kind]);
    }
    await tx.done;
    return 'recorded';
  });
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
  const tx = db.transaction(['action', 'image', 'draft'], 'readwrite', durable);
  const action = await tx.objectStore('action').get(id);
  // Maybe corrected in another window.
  if (!action?.refusal) return;
  tx.objectStore('action').delete(id);
  for (const { kind } of action.files) tx.objectStore('image').delete([id, kind]);
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
  { id, job_id, at }: Pick<RecordedAction, 'id' | 'job_id' | 'at'>,
  answer: MovedJobState | undefined,
): Promise<void> {
  const tx = db.transaction(['state', 'job', 'action', 'draft', 'image'], 'readwrite', durable);
  const [jobs, actions] = [tx.objectStore('job'), tx.objectStore('action')];
  const state = tx.objectStore('state');
  const ended = await state.get('ended');
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
      const before = ended?.id === 'ended' ? ended.jobs : [];
      const own = { id: job_id, ref: job.ref, status, at };
      state.put({ id: 'ended', jobs: [...before, own].slice(-endedMax) });
      for (const draft of drafts) await deleteDraft(tx, draft);
    }
  }
  await tx.done;
}

/** More than a day has. */
const endedMax = 100;

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
    jobs.put({ ...job, place, ...(accepted_at !== undefined && { accepted_at }) });
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
  const stores = ['state', 'job', 'action', 'draft', 'image'] as const;
  const tx = db.transaction(stores, 'readwrite', durable);
  const device = await tx.objectStore('state').get('device');
  // Another window may have enrolled the device again meanwhile.
  if (device?.id === 'device' && device.client_id === client_id) {
    tx.objectStore('state').put({ ...device, isRevoked: true });
    tx.objectStore('state').delete('ended');
    tx.objectStore('job').clear();
    for (const draft of await tx.objectStore('draft').getAll()) await deleteDraft(tx, draft);
  }
  await tx.done;
}
