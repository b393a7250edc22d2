/** Writes of the device's database: each is one transaction, so that a kill leaves all or nothing. */
import type {
  ActionFields,
  ActionType,
  DevicePosition,
  Draft,
  FileKind,
  RecordedAction,
} from '../domain/action.ts';
import { inOrder } from '../domain/queue.ts';
import { actionTimes } from '../domain/server-time.ts';
import { isOffered, isOver, projected } from '../domain/steps.ts';
import type { CourierRun, MovedJobState } from './api-answers.ts';
import { type Database, readOffset } from './database.ts';

const durable = { durability: 'strict' } as const;

/** There is no room for it on the device: nothing was recorded. */
export class StorageFull extends Error {}

async function stored<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError')
      throw new StorageFull();
    throw error;
  }
}

/** The open form of a step of a job, or a new one: the same in all windows, which record it once. */
export async function openDraft(db: Database, job_id: string, type: ActionType): Promise<Draft> {
  const tx = db.transaction('draft', 'readwrite');
  const open = await tx.store.index('job').getAll(job_id);
  const found = open.find((draft) => draft.type === type && draft.corrects === undefined);
  if (found) return found;
  const draft = { id: crypto.randomUUID(), job_id, type, entries: {}, files: [] };
  return stored(async () => {
    tx.store.put(draft);
    await tx.done;
    return draft;
  });
}

/** A form with what was refused, under a key of its own. */
export async function openCorrection(db: Database, action_id: string): Promise<Draft | undefined> {
  const tx = db.transaction(['action', 'draft', 'image'], 'readwrite', durable);
  const action = await tx.objectStore('action').get(action_id);
  if (!action) return undefined;
  const open = await tx.objectStore('draft').index('job').getAll(action.job_id);
  const found = open.find(({ corrects }) => corrects === action_id);
  if (found) return found;
  const { job_id, type } = action;
  // The answer to a refused upload would come back under its key.
  const files = action.files.map((file) =>
    file.file_id === undefined ? { ...file, key: crypto.randomUUID() } : file,
  );
  const id = crypto.randomUUID();
  const entries = Object.fromEntries(
    Object.entries(action.fields).map(([name, value]) => [name, entryOf(value)]),
  );
  const draft: Draft = { id, job_id, type, entries, files, corrects: action_id };
  return stored(async () => {
    for (const { kind } of files) {
      const image = await tx.objectStore('image').get([action_id, kind]);
      if (image) tx.objectStore('image').put({ ...image, action_id: id });
    }
    tx.objectStore('draft').put(draft);
    await tx.done;
    return draft;
  });
}

const entryOf = (value: ActionFields[string]): string =>
  typeof value === 'object' ? value.join('\n') : String(value ?? '');

export async function saveEntries(db: Database, id: string, entries: Draft['entries']) {
  const tx = db.transaction('draft', 'readwrite');
  const draft = await tx.store.get(id);
  // Recorded by now, maybe in another window.
  if (draft) tx.store.put({ ...draft, entries });
  await stored(() => tx.done);
}

interface TakenImage {
  media_type: 'image/png' | 'image/jpeg';
  sha256: string;
  bytes: ArrayBuffer;
}

/** Replaces the image of its kind; with `undefined` for one that was cleared. */
export async function saveImage(
  db: Database,
  { id, kind }: { id: string; kind: FileKind },
  image: TakenImage | undefined,
): Promise<void> {
  const tx = db.transaction(['draft', 'image'], 'readwrite', durable);
  await stored(async () => {
    const draft = await tx.objectStore('draft').get(id);
    if (!draft) return tx.done;
    const others = draft.files.filter((file) => file.kind !== kind);
    if (image) {
      const { bytes, ...file } = image;
      tx.objectStore('image').put({ action_id: id, kind, bytes });
      const files = [...others, { kind, ...file, key: crypto.randomUUID() }];
      tx.objectStore('draft').put({ ...draft, files });
    } else {
      tx.objectStore('image').delete([id, kind]);
      tx.objectStore('draft').put({ ...draft, files: others });
    }
    return tx.done;
  });
}

interface NewAction {
  draft: Pick<Draft, 'id' | 'job_id' | 'type' | 'corrects'>;
  fields: ActionFields;
  position: DevicePosition | undefined;
}

/**
 * Records an action, and is done when it is on the disk. False when there is nothing to record: the
 * second tap of two, or a step that the job does not allow any more.
 */
export async function recordAction(
  db: Database,
  { draft: { id, job_id, type, corrects }, fields, position }: NewAction,
): Promise<boolean> {
  const deviceMs = Date.now();
  const offsetMs = await readOffset(db);
  const tx = db.transaction(['job', 'action', 'draft', 'image'], 'readwrite', durable);
  const [jobs, actions] = [tx.objectStore('job'), tx.objectStore('action')];
  return stored(async () => {
    const job = await jobs.get(job_id);
    const queued = inOrder(await actions.index('job').getAll(job_id));
    const open = await tx.objectStore('draft').get(id);
    const corrected = queued.find((action) => action.id === corrects);
    const before = corrected ? queued.filter(({ seq }) => seq < corrected.seq) : queued;
    const isPossible = job && isOffered(projected(job, before).status, type);
    const isCurrent = type === 'depart' || open !== undefined;
    if (!isPossible || !isCurrent || (corrects !== undefined && !corrected)) return false;
    const seqs = (await actions.getAll()).map(({ seq }) => seq);
    const times = timesOf(corrected) ?? actionTimes(deviceMs, offsetMs, job.last_at);
    const recorded = { id, job_id, ref: job.ref, type, fields, ...times };
    const seq = corrected?.seq ?? Math.max(0, ...seqs) + 1;
    actions.add({ ...recorded, seq, files: open?.files ?? [], ...(position && { position }) });
    jobs.put({ ...job, last_at: times.at });
    tx.objectStore('draft').delete(id);
    if (corrected) {
      actions.delete(corrected.id);
      for (const { kind } of corrected.files) tx.objectStore('image').delete([corrected.id, kind]);
    }
    await tx.done;
    return true;
  });
}

/** A corrected action happened when it was first recorded, unless that is what was refused. */
function timesOf(corrected: RecordedAction | undefined) {
  if (!corrected || corrected.refusal?.code === 'invalid_time') return undefined;
  const { at, device_at } = corrected;
  return { at, device_at };
}

/** A refused action that the courier does not send again; its images go with it. */
export async function discardAction(db: Database, id: string): Promise<void> {
  const tx = db.transaction(['action', 'image', 'draft'], 'readwrite', durable);
  const action = await tx.objectStore('action').get(id);
  // Maybe corrected in another window.
  if (!action?.refusal) return;
  tx.objectStore('action').delete(id);
  for (const { kind } of action.files) tx.objectStore('image').delete([id, kind]);
  for (const draft of await tx.objectStore('draft').index('job').getAll(action.job_id)) {
    if (draft.corrects === id) tx.objectStore('draft').delete(draft.id);
  }
  await tx.done;
}

/** An answered action goes, with its images; so does its job when that is over. */
export async function removeSent(
  db: Database,
  { id, job_id }: { id: string; job_id: string },
  answer: MovedJobState | undefined,
): Promise<void> {
  const tx = db.transaction(['job', 'action', 'draft', 'image'], 'readwrite', durable);
  const [jobs, actions] = [tx.objectStore('job'), tx.objectStore('action')];
  const action = await actions.get(id);
  actions.delete(id);
  for (const { kind } of action?.files ?? []) tx.objectStore('image').delete([id, kind]);
  const job = await jobs.get(job_id);
  const left = (await actions.index('job').getAll(job_id)).filter((other) => other.id !== id);
  if (job && answer) {
    const { status, seal, return_job_id } = answer;
    const isDone = (isOver(answer) || return_job_id !== null) && left.length === 0;
    if (isDone) jobs.delete(job_id);
    else jobs.put({ ...job, status, seal, return_job_id });
    if (isDone) {
      for (const draft of await tx.objectStore('draft').index('job').getAll(job_id)) {
        tx.objectStore('draft').delete(draft.id);
        for (const { kind } of draft.files) tx.objectStore('image').delete([draft.id, kind]);
      }
    }
  }
  await tx.done;
}

/** The run as the server has it; jobs that are no longer in it stay while actions of theirs wait. */
export async function saveRun(db: Database, { data }: CourierRun): Promise<void> {
  const tx = db.transaction(['job', 'action', 'draft', 'image'], 'readwrite');
  const jobs = tx.objectStore('job');
  const kept = new Set((await tx.objectStore('action').getAll()).map(({ job_id }) => job_id));
  const former = new Map((await jobs.getAll()).map((job) => [job.id, job]));
  const current = new Set(data.map(({ id }) => id));
  for (const [place, job] of data.entries()) {
    const last_at = former.get(job.id)?.last_at;
    jobs.put({ ...job, place, ...(last_at !== undefined && { last_at }) });
  }
  const gone = [...former.keys()].filter((id) => !current.has(id) && !kept.has(id));
  for (const id of gone) jobs.delete(id);
  for (const draft of await tx.objectStore('draft').getAll()) {
    if (!gone.includes(draft.job_id)) continue;
    tx.objectStore('draft').delete(draft.id);
    for (const { kind } of draft.files) tx.objectStore('image').delete([draft.id, kind]);
  }
  await tx.done;
}
