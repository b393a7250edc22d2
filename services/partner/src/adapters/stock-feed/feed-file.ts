/** Stock feed files in file storage, JSON or CSV: read once, then removed. */
import type { partner, RequestOf } from '@svc/contracts';
import { confirmEmpty, feedModes, opaqueId, stockFeedRequest } from '@svc/contracts';
import { readJsonObject } from '@svc/kit/json';
import { unknownFields } from '@svc/kit/json-unknown-fields';
import { BadInput, Refusal } from '@svc/kit/refusal';
import { createStorage } from '@svc/kit/storage';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { requireCodesOnly, rowsMax } from '../../domain/feed.ts';
import { recordsOf } from './csv-records.ts';

type Upload = RequestOf<(typeof partner)['actions']['feedStock']>;
type Row = Record<string, unknown>;

interface FeedFile {
  site_id: string;
  mode: (typeof feedModes)[number];
  confirm_empty?: boolean | undefined;
  rows: Row[];
}

const columns = ['item_code', 'quantity', 'updated_at'] as const;
const target = z.object({
  site_id: opaqueId,
  mode: z.enum(feedModes),
  confirm_empty: confirmEmpty,
});
const jsonFeed = target.extend({ items: z.array(z.record(z.string(), z.unknown())) });

/** JSON parser limits: twice the maximum of a valid feed, so that the row limit is reported first. */
const bounds = { names: 2 * columns.length * rowsMax, values: 10 * rowsMax };
const columnsMax = 50;

const findUnknown = unknownFields(stockFeedRequest);

/** Rows of the feed; refuses fields that name a medicine or a person. */
export async function readStockFeed(upload: Upload, { SVC_FILES_URL }: Config): Promise<FeedFile> {
  const storage = createStorage(SVC_FILES_URL);
  try {
    const bytes = Buffer.from(await storage.get(upload.storage_key));
    const isCsv = upload.media_type === 'text/csv';
    return requireRows(isCsv ? await readCsv(bytes, upload) : readJson(bytes));
  } finally {
    await storage.remove(upload.storage_key);
  }
}

/** An export that failed is empty, too: it would put the whole site out of stock. */
function requireRows({ confirm_empty = false, ...feed }: FeedFile): FeedFile {
  if (feed.mode === 'delta' || feed.rows.length > 0 || confirm_empty) return feed;
  throw invalid(
    'A full feed without a row puts all items out of stock: confirm_empty=true says so.',
  );
}

const invalid = (detail: string) => new Refusal('invalid_body', detail);
const tooMany = () =>
  new Refusal('payload_too_large', `A feed may have ${rowsMax.toLocaleString('en')} rows at most.`);

function readJson(bytes: Buffer): FeedFile {
  const sent = parseJson(bytes);
  const { success, data, error } = jsonFeed.safeParse(sent);
  if (!success) {
    const where = error.issues.map(({ path }) => pointerTo(path));
    throw invalid(`Not valid: ${[...new Set(where)].slice(0, 10).join(', ')}.`);
  }
  if (data.items.length > rowsMax) throw tooMany();
  const { items, ...feed } = data;
  requireCodesOnly(new Set([...Object.keys(sent), ...items.flatMap(Object.keys)]));
  const unknown = findUnknown(sent);
  if (unknown.length > 0) throw new BadInput(unknown);
  return { ...feed, rows: items };
}

/** Same strictness as the gateway's body parser. */
function parseJson(bytes: Buffer): Row {
  const read = readJsonObject(bytes, bounds);
  if ('value' in read) return read.value;
  if ('refused' in read) throw new Refusal(read.refused, read.detail);
  const { path, code, message } = read.issue;
  if (code === 'too_many_names' || code === 'too_many_values') throw tooMany();
  throw invalid(path.length > 0 ? `${pointerTo(path)}: ${message}` : message);
}

const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).slice(0, 64)}`).join('');

async function readCsv(bytes: Buffer, upload: Upload): Promise<FeedFile> {
  const feed = target.safeParse(upload);
  if (!feed.success) throw invalid('A CSV feed names site_id and mode (full, delta) in its query.');
  const rows: Row[] = [];
  let places: number[] | undefined;
  for await (const record of recordsOf(bytes)) {
    if (!places) {
      places = columnIndexes(record);
      continue;
    }
    if (rows.length === rowsMax) throw tooMany();
    const cells = places.map((place) => record[place]);
    rows.push(Object.fromEntries(columns.map((name, index) => [name, cells[index]])));
  }
  if (!places) throw badHeader();
  return { ...feed.data, rows };
}

const badHeader = () =>
  invalid(
    `The header names ${columns.join(', ')}, each column once, and ${columnsMax} columns at most.`,
  );

/** Index of each column in a record. */
function columnIndexes(header: readonly string[]): number[] {
  if (header.length > columnsMax) throw badHeader();
  const names = header.map((name) => name.trim().toLowerCase());
  requireCodesOnly(names);
  const places = columns.map((name) => names.indexOf(name));
  if (places.includes(-1) || new Set(names).size < names.length) throw badHeader();
  return places;
}
