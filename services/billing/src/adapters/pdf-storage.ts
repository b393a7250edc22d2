/** PDFs in file storage, under `invoices/<tenant>/` and `statements/<tenant>/`. */
import { createStorage } from '@svc/kit/storage';
import type { Config } from '../config.ts';

const mediaType = 'application/pdf';

export const putPdf = ({ SVC_FILES_URL }: Config, key: string, bytes: Buffer): Promise<void> =>
  createStorage(SVC_FILES_URL).put(key, bytes, mediaType);

export const pdfExists = ({ SVC_FILES_URL }: Config, key: string): Promise<boolean> =>
  createStorage(SVC_FILES_URL).exists(key);
