import { type Manifest, readManifest } from './csv.ts';
import type { Wave } from './domain/order.ts';
import { readEdiManifest } from './edi.ts';

type Reader = (bytes: Uint8Array, wave: Wave) => Promise<Manifest>;

/** By the ending of a file's name. */
const readers: Readonly<Record<string, Reader>> = {
  csv: readManifest,
  edi: readEdiManifest,
  ifm: readEdiManifest,
};

export function readerOf(name: string): Reader {
  const reader = readers[name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!reader) throw new Error('only files that can be read are taken');
  return reader;
}
