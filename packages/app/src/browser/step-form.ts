/**
 * The form of a step: entries and images are stored immediately, so that a reload loses nothing.
 */
import { handOffs } from '@svc/contracts/jobs/hand-offs';
import type { Draft, FileKind } from '../domain/action.ts';
import { missingFiles, readEntries } from '../domain/entries.ts';
import type { App, Screen } from './app.ts';
import type { StoredJob } from './database.ts';
import { element } from './dom.ts';
import { openCorrection, saveEntries, saveImage } from './drafts.ts';
import { photoOf } from './images.ts';
import { noRoom, notPossible } from './job-screen.ts';
import { recentPlace } from './place.ts';
import { recordAction } from './records.ts';
import { signaturePad } from './signature-pad.ts';
import { fieldPart, fieldsOf, showFault, warnOfRange } from './step-fields.ts';
import { beginQuiet } from './taps.ts';
import { StorageFull } from './transactions.ts';
import { actionLabels } from './words.ts';

/** Undefined when the form was recorded, or its job is over. */
export async function stepForm(app: App, draft_id: string): Promise<Screen | undefined> {
  return formScreen(app, await app.db.get('draft', draft_id));
}

export async function correctionForm(app: App, action_id: string): Promise<Screen | undefined> {
  return formScreen(app, await openCorrection(app.db, action_id));
}

/** A form, its subject, and its pending writes. */
interface Filling {
  app: App;
  job: StoredJob;
  draft: Draft;
  alert: HTMLElement;
  writes: Promise<unknown>;
}

async function formScreen(app: App, draft: Draft | undefined): Promise<Screen | undefined> {
  const job = draft && (await app.db.get('job', draft.job_id));
  if (!draft || !job) return undefined;
  const alert = element('p', { role: 'alert', class: 'bad' });
  const filling: Filling = { app, job, draft, alert, writes: Promise.resolve() };
  const inputs = fieldsOf(draft.type, job).map((each) =>
    fieldPart(each, draft.entries[each[0]] ?? ''),
  );
  const form = element(
    'form',
    { novalidate: true, autocomplete: 'off' },
    ...inputs,
    ...(await imageParts(filling)),
    alert,
    element('button', { class: 'next' }, draft.corrects ? 'Record again' : 'Record'),
    element('a', { href: `#job=${job.id}`, class: 'wide' }, 'Back, without recording'),
  );
  warnOfRange(form, job);
  form.addEventListener('input', () => {
    warnOfRange(form, job);
    keep(filling, () => saveEntries(app.db, draft.id, entriesOf(form)));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(filling, form);
  });
  return { title: `${actionLabels(draft.type).label}: ${job.ref}`, parts: [form], isLive: false };
}

const entriesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );

/** Writes one after the other; shows a failure immediately. */
function keep(filling: Filling, write: () => Promise<unknown>): void {
  filling.writes = filling.writes.then(write).catch((error: unknown) => {
    filling.alert.textContent =
      error instanceof StorageFull ? noRoom : 'This could not be kept on the device. Try again.';
  });
}

async function imageParts(filling: Filling): Promise<HTMLElement[]> {
  const { draft, job, app } = filling;
  const isHandOver = draft.type === 'deliver';
  if (!isHandOver && draft.type !== 'incident') return [];
  const bytesOf = async (kind: FileKind) =>
    draft.files.some((file) => file.kind === kind)
      ? (await app.db.get('image', [draft.id, kind]))?.bytes
      : undefined;
  const signature =
    isHandOver && job.requirements.signature
      ? [signaturePart(filling, await bytesOf('signature'))]
      : [];
  return [...signature, photoPart(filling, (await bytesOf('photo')) !== undefined)];
}

function signaturePart(filling: Filling, former: ArrayBuffer | undefined): HTMLElement {
  const { app, draft } = filling;
  const place = { id: draft.id, kind: 'signature' } as const;
  const pad = signaturePad(former, {
    signed: (image) => keep(filling, async () => saveImage(app.db, place, await image)),
    cleared: () => keep(filling, () => saveImage(app.db, place, undefined)),
  });
  return element(
    'div',
    { class: 'field' },
    element('p', {}, handOffs.deliver.fields.signature_file_id.label),
    pad,
  );
}

function photoPart(filling: Filling, isTaken: boolean): HTMLElement {
  const { app, draft, job } = filling;
  const state = element('span', { id: 'photo-state', role: 'status' }, isTaken ? 'Kept.' : '');
  const input = element('input', {
    ...{ type: 'file', id: 'photo', accept: 'image/*', capture: 'environment' },
    'aria-describedby': 'photo-state',
  });
  const take = async (file: File) => {
    const image = await photoOf(file).catch(() => undefined);
    if (!image) {
      state.textContent = 'This is not a photo that can be read. Take it again.';
      return;
    }
    await saveImage(app.db, { id: draft.id, kind: 'photo' }, image);
    state.textContent = 'Kept.';
  };
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (!file) return;
    state.textContent = 'Reading the photo.';
    keep(filling, () => take(file));
  });
  const isRequired = draft.type === 'deliver' && job.requirements.photo;
  const label = isRequired ? 'Photo' : 'Photo (optional)';
  return element(
    'div',
    { class: 'field' },
    element('label', { for: 'photo' }, label),
    input,
    state,
  );
}

async function submit(filling: Filling, form: HTMLFormElement): Promise<void> {
  const { app, job, draft, alert } = filling;
  alert.textContent = '';
  await filling.writes;
  const read = readEntries(draft.type, entriesOf(form), job.requirements);
  const faults = 'faults' in read ? read.faults : {};
  for (const [name] of fieldsOf(draft.type, job)) showFault(form, name, faults[name]);
  if ('faults' in read) {
    form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    return;
  }
  const files = (await app.db.get('draft', draft.id))?.files ?? [];
  const kinds = files.map(({ kind }) => kind);
  const missing = missingFiles(draft.type, kinds, job.requirements);
  if (missing.length > 0) {
    alert.textContent = `Missing: ${missing.join(' and ')}.`;
    return;
  }
  try {
    const action = { draft, fields: read.fields, position: recentPlace() };
    if ((await recordAction(app.db, action)) === 'not_possible') {
      alert.textContent = await notPossible(app.db, job.id);
      return;
    }
    beginQuiet();
    await app.stored();
    app.go(`#job=${job.id}`);
  } catch (error) {
    alert.textContent = error instanceof StorageFull ? noRoom : 'Nothing was recorded. Try again.';
    if (!(error instanceof StorageFull)) throw error;
  }
}
