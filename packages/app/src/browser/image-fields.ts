/** Images of a form: each is kept at once, in a copy for each job of the act. */
import { handOffs } from '@svc/contracts/jobs/hand-offs';
import type { Draft, FileKind } from '../domain/action.ts';
import type { Database, StoredJob } from './database.ts';
import { element } from './dom.ts';
import { saveImage, type TakenImage } from './drafts.ts';
import { drawImage, photoOf } from './images.ts';
import { countText } from './run-stops.ts';
import { signaturePad } from './signature-pad.ts';

export interface ImageForm {
  db: Database;
  jobs: readonly StoredJob[];
  drafts: readonly Draft[];
  /** Queues a write of the form. */
  keep(write: () => Promise<unknown>): void;
}

export async function imageFields(form: ImageForm): Promise<HTMLElement[]> {
  const { drafts, jobs } = form;
  const isHandOver = drafts[0]?.type === 'deliver';
  if (!isHandOver && drafts[0]?.type !== 'incident') return [];
  const signing = drafts.filter((_, nth) => isHandOver && jobs[nth]?.requirements.signature);
  const ids = drafts.map(({ id }) => id);
  const signed = signing.map(({ id }) => id);
  const photo = photoPart(form, ids, await formerImage(form, ids, 'photo'));
  if (signed.length === 0) return [photo];
  return [signaturePart(form, signed, await formerImage(form, signed, 'signature')), photo];
}

/** The image that one of the forms has already; the others get it, too. */
async function formerImage(
  { db, drafts, keep }: ImageForm,
  ids: readonly string[],
  kind: FileKind,
): Promise<ArrayBuffer | undefined> {
  const own = drafts.filter(({ id }) => ids.includes(id));
  const fileOf = ({ files }: Draft) => files.find((file) => file.kind === kind);
  const having = own.find(fileOf);
  const file = having && fileOf(having);
  const image = having && (await db.get('image', [having.id, kind]));
  if (!file || !image) return undefined;
  const { media_type, sha256 } = file;
  const taken: TakenImage = { media_type, sha256, bytes: image.bytes };
  const lacking = own.filter((draft) => !fileOf(draft)).map(({ id }) => id);
  if (lacking.length > 0) keep(() => saveImage(db, { ids: lacking, kind }, taken));
  return image.bytes;
}

function signaturePart(
  { db, jobs, keep }: ImageForm,
  ids: readonly string[],
  former: ArrayBuffer | undefined,
): HTMLElement {
  const place = { ids, kind: 'signature' } as const;
  const { label } = handOffs.deliver.fields.signature_file_id;
  const signedFor = jobs.filter(({ requirements }) => requirements.signature);
  const pad = signaturePad({
    label,
    about: `For ${countText(signedFor)}: ${signedFor.map(({ ref }) => ref).join(', ')}`,
    former,
    signed: (image) => keep(async () => saveImage(db, place, await image)),
    cleared: () => keep(() => saveImage(db, place, undefined)),
  });
  return element('div', { class: 'field' }, element('p', {}, label), pad);
}

/** The camera of the phone; what it took is shown until it is taken again. */
function photoPart(
  { db, jobs, drafts, keep }: ImageForm,
  ids: readonly string[],
  former: ArrayBuffer | undefined,
): HTMLElement {
  const state = element('span', { id: 'photo-state', role: 'status' });
  const preview = element('canvas', { role: 'img', 'aria-label': 'What was taken', hidden: true });
  const button = element('span', { class: 'wide', 'aria-hidden': 'true' }, 'Take a photo');
  const input = element('input', {
    ...{ type: 'file', id: 'photo', accept: 'image/*', capture: 'environment' },
    'aria-describedby': 'photo-state',
  });
  const show = async (bytes: ArrayBuffer) => {
    await drawImage(preview, bytes);
    preview.hidden = false;
    state.textContent = 'Kept.';
    button.textContent = 'Take it again';
  };
  const take = async (file: File) => {
    const image = await photoOf(file).catch(() => undefined);
    if (!image) {
      state.textContent = 'This is not a photo that can be read. Take it again.';
      return;
    }
    await saveImage(db, { ids, kind: 'photo' }, image);
    await show(image.bytes);
  };
  if (former) void show(former);
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (!file) return;
    state.textContent = 'Reading the photo.';
    keep(() => take(file));
  });
  const isRequired =
    drafts[0]?.type === 'deliver' && jobs.some(({ requirements }) => requirements.photo);
  const label = isRequired ? 'Photo' : 'Photo (optional)';
  return element(
    'div',
    { class: 'field' },
    element('label', { for: 'photo' }, label),
    preview,
    element('div', { class: 'photo' }, input, button),
    state,
  );
}
