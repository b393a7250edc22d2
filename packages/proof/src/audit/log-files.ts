/** Files of a transparency log (tlog-tiles): over HTTP, bounded in size and time. */
import { entryLengthMax } from '../log/entry-bundle.ts';
import { type Tile, tilePath, tileWidth } from '../log/tile.ts';

export interface LogFiles {
  checkpoint: () => Promise<string>;
  /** A tile of hashes, or a bundle of entries. */
  tile: (tile: Tile) => Promise<Uint8Array>;
}

const timeoutMs = 30_000;
/** The largest bundle of entries. */
const bytesMax = tileWidth * (entryLengthMax + 2);

/** `url` is the prefix of the log. Rejects for every status but 200. */
export function httpFiles(url: string): LogFiles & { policy: () => Promise<string> } {
  const prefix = url.replace(/\/+$/, '');
  const textOf = async (name: string) =>
    new TextDecoder('utf-8', { fatal: true }).decode(await fetchBytes(`${prefix}/${name}`));
  return {
    checkpoint: () => textOf('checkpoint'),
    policy: () => textOf('policy'),
    tile: (tile) => fetchBytes(`${prefix}/${tilePath(tile)}`),
  };
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  const init = { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const;
  const response = await fetch(address, init).catch((cause: unknown) => {
    throw new Error(`${address} cannot be reached.`, { cause });
  });
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > bytesMax) throw new Error(`${address} is too long.`);
  }
  return Buffer.concat(parts);
}
