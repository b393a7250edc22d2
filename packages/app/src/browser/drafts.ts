/** Open forms in the device's database: entries and images, kept as they come. */
import type { IDBPTransaction } from 'idb/build/index.js';
import type { ActionFields, ActionType, Draft, FileKind } from '../domain/action.ts';
import type { CourierSchema, Database } from './database.ts';
import { durable, stored } from './transactions.ts';

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
  // The server would replay the refusal of an upload under the same key.
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

/** Entries of the forms of one act, by their ids. */
export async function saveEntries(
  db: Database,
  kept: readonly Pick<Draft, 'id' | 'entries'>[],
): Promise<void> {
  const tx = db.transaction('draft', 'readwrite');
  for (const { id, entries } of kept) {
    const draft = await tx.store.get(id);
    // Recorded by now, maybe in another window.
    if (draft) tx.store.put({ ...draft, entries });
  }
  await stored(() => tx.done);
}

export interface TakenImage {
  media_type: 'image/png' | 'image/jpeg';
  sha256: string;
  bytes: ArrayBuffer;
}

/**
 * Replaces the image of its kind in the forms of one act; with `undefined` for one that was cleared.
 * Each has a copy: each job files its own.
 */
export async function saveImage(
  db: Database,
  { ids, kind }: { ids: readonly string[]; kind: FileKind },
  image: TakenImage | undefined,
): Promise<void> {
  const tx = db.transaction(['draft', 'image'], 'readwrite', durable);
  await stored(async () => {
    for (const id of ids) {
      const draft = await tx.objectStore('draft').get(id);
      if (!draft) continue;
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
    }
    return tx.done;
  });
}

/** A transaction that may touch all that a job has on the device. */
export type Writing = IDBPTransaction<
  CourierSchema,
  ('state' | 'job' | 'action' | 'draft' | 'image')[],
  'readwrite'
>;

/** Deletes a draft with its images, as a part of a transaction. */
export async function deleteDraft(
  tx: Writing,
  { id, files }: Pick<Draft, 'id' | 'files'>,
): Promise<void> {
  const images = files.map(({ kind }) => tx.objectStore('image').delete([id, kind]));
  await Promise.all([tx.objectStore('draft').delete(id), ...images]);
}

/** Forms of a job that is no longer in the run; the job goes with them. */
export async function discardDrafts(db: Database, job_id: string): Promise<void> {
  const tx = db.transaction(['job', 'action', 'draft', 'image'], 'readwrite', durable);
  for (const draft of await tx.objectStore('draft').index('job').getAll(job_id)) {
    await deleteDraft(tx, draft);
  }
  const waiting = await tx.objectStore('action').index('job').count(job_id);
  if (waiting === 0) tx.objectStore('job').delete(job_id);
  await tx.done;
}
