/** Stock feeds as pharmacies send them. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { edited, filled } from '@svc/devnet/fuzz/edits';
import { type AnyFuzzTarget, defineTarget } from '@svc/devnet/fuzz/target';
import { readConfig } from '@svc/kit/config';
import { BadInput, Refusal } from '@svc/kit/refusal';
import { createStorage } from '@svc/kit/storage';
import { readStockFeed } from '../../src/adapters/stock-feed/feed-file.ts';
import { config } from '../../src/config.ts';

const mediaTypes = { json: 'application/json', csv: 'text/csv' } as const;
type Format = keyof typeof mediaTypes;

let kept:
  | { config: Parameters<typeof readStockFeed>[1]; put(text: string): Promise<string> }
  | undefined;

/** In the temporary folder of the run, which removes it. */
function storage() {
  if (kept) return kept;
  const folder = mkdtempSync(join(tmpdir(), 'feeds-'));
  const SVC_FILES_URL = pathToFileURL(folder).href;
  const files = createStorage(SVC_FILES_URL);
  let count = 0;
  kept = {
    config: readConfig(config, { SVC_FILES_URL, SVC_SECRET: 'x'.repeat(32) }),
    put: async (text) => {
      count += 1;
      const key = `uploads/${count}`;
      await files.put(key, Buffer.from(text), 'text/plain');
      return key;
    },
  };
  return kept;
}

const reader = (format: Format) => async (text: string) => {
  const { config: settings, put } = storage();
  const media_type = mediaTypes[format];
  const query = format === 'csv' ? { site_id: 'ph-0', mode: 'full' as const } : {};
  return readStockFeed({ storage_key: await put(text), media_type, ...query }, settings);
};
const refuses = (error: unknown) => error instanceof Refusal || error instanceof BadInput;
const sizeMax = 10 * 1024 * 1024;

const row = '{"item_code":"700123","quantity":12,"updated_at":"2026-11-02T08:00:00Z"}';
const feed = '{"site_id":"ph-0","mode":"full","items":[';

export const targets: readonly AnyFuzzTarget[] = [
  defineTarget({
    name: 'partner/feed-json',
    inputs: edited(
      [`${feed}${row},${row}]}`],
      ['{', '[', '"', ',', '__proto__', '"name":', '\\', '1e309'],
    ),
    read: reader('json'),
    refuses,
    sizeMax,
    large: {
      depth: filled('[', feed),
      'closed depth': (size) => `${feed}${'['.repeat(size / 2 - 30)}${']'.repeat(size / 2 - 30)}]}`,
      names: (size) => {
        const members = Array.from({ length: size / 14 }, (_, i) => `"n${i.toString(36)}":0`);
        return `${feed}{${members.join()}}]}`;
      },
      rows: filled(`${row},`, feed, `${row}]}`),
      'empty rows': filled('{},', feed, '{}]}'),
    },
  }),
  defineTarget({
    name: 'partner/feed-csv',
    inputs: edited(
      ['item_code,quantity,updated_at\n700123,12,2026-11-02T08:00:00Z\n'],
      ['"', '""', ',', '\n', '\r', '\ufeff', '\0', 'medicine', 'item_code'],
    ),
    read: reader('csv'),
    refuses,
    sizeMax,
    large: {
      columns: filled(','),
      quotes: filled('"'),
      'open quote': filled('x', 'item_code,quantity,updated_at\n"'),
      rows: filled('700123,12,2026-11-02T08:00:00Z\n', 'item_code,quantity,updated_at\n'),
      'empty lines': filled('\n'),
    },
  }),
];
