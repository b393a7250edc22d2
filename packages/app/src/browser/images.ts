/** Photos and signatures: the bytes that are kept, hashed when they are taken. */
import type { TakenImage } from './drafts.ts';
import { sha256 } from './signature.ts';

/** Longer edge of a photo, pixels: a seal's number stays legible, and a photo below 1 MB. */
const edgeMax = 1_600;
const quality = 0.8;

/** The browser cannot read it. */
class UnreadableImage extends Error {}

/** Converts to JPEG without metadata, at most 1600 pixels wide and high. */
export async function photoOf(file: Blob): Promise<TakenImage> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnreadableImage();
  });
  const scale = Math.min(1, edgeMax / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return imageOf(canvas, 'image/jpeg');
}

export async function imageOf(
  canvas: HTMLCanvasElement,
  media_type: TakenImage['media_type'],
): Promise<TakenImage> {
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, media_type, quality);
  });
  if (!blob) throw new UnreadableImage();
  const bytes = await blob.arrayBuffer();
  return { media_type, bytes, sha256: await sha256(bytes) };
}

/** In place of an address: the policy of the page lets images come from its own origin alone. */
export async function drawImage(canvas: HTMLCanvasElement, bytes: ArrayBuffer): Promise<void> {
  const bitmap = await createImageBitmap(new Blob([bytes]));
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
}
