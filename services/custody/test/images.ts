import type { CustodyApp } from './app.ts';

/** As much of an image as tells what it is. */
export const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
export const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3);

let uploads = 0;
/** Puts bytes where the gateway would, and files them for a job as the carrier. */
export async function filed(app: CustodyApp, job_id: string, fields: Partial<Upload> = {}) {
  const { kind = 'signature', bytes = png, media_type = 'image/png' } = fields;
  const storage_key = await uploaded(app, bytes, media_type);
  const input = { job_id, kind, storage_key, media_type };
  return app.as('ten_carrier').fileProof(input);
}
interface Upload {
  kind: 'signature' | 'photo';
  bytes: Uint8Array;
  media_type: 'image/png' | 'image/jpeg';
}

export async function uploaded(
  app: CustodyApp,
  bytes: Uint8Array = png,
  mediaType = 'image/png',
): Promise<string> {
  uploads += 1;
  const key = `uploads/${uploads}`;
  await app.files().put(key, bytes, mediaType);
  return key;
}
