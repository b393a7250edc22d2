import { jpegOf, pngOf } from '@svc/devnet/fuzz/images';
import type { CustodyApp } from './app.ts';
import type { JobEvent } from './neighbours.ts';

export const png = pngOf();
export const jpeg = jpegOf();

/** A delivery with a signature on file; its job id. */
export async function signed(app: CustodyApp, event?: Partial<JobEvent>): Promise<string> {
  const job_id = await app.booked(event);
  const { id: signature_file_id } = await filed(app, job_id);
  return app.delivered({ job_id, signature_file_id });
}

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
