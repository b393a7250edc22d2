/** Stock feeds in file storage, as JSON or as CSV: read once, then removed. */
import type { partner, RequestOf } from '@svc/contracts';
import { feedModes, opaqueId } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { createStorage } from '@svc/kit/storage';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import type { Config } from './config.ts';
import { requireCodesOnly, rowsMax } from './domain/feed.ts';

type Upload = RequestOf<(typeof partner)['actions']['feedStock']>;
type Row = Record<string, unknown>;

interface FeedFile {
  site_id: string;
  mode: (typeof feedModes)[number];
  rows: Row[];
}

const columns = ['item_code', 'quantity', 'updated_at'] as const;
const target = z.object({ site_id: opaqueId, mode: z.enum(feedModes) });
const jsonFeed = target.extend({ items: z.array(z.record(z.string(), z.unknown())) });

/** What the feed says, if no field of it names a medicine or a person. */
export async function readFeed(upload: Upload, { SVC_FILES_URL }: Config): Promise<FeedFile> {
  const storage = createStorage(SVC_FILES_URL);
  try {
    const text = decoded(await storage.get(upload.storage_key));
    return upload.media_type === 'text/csv' ? await readCsv(text, upload) : readJson(text);
  } finally {
    await storage.remove(upload.storage_key);
  }
}

const invalid = (detail: string) => new Refusal('invalid_body', detail);
const tooMany = () =>
  new Refusal('payload_too_large', `A feed may have ${rowsMax.toLocaleString('en')} rows at most.`);

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('The feed is not UTF-8.');
  }
}

function readJson(text: string): FeedFile {
  const sent = parseJson(text);
  const { success, data, error } = jsonFeed.safeParse(sent);
  if (!success) {
    const where = error.issues.map(({ path }) => `/${path.join('/')}`);
    throw invalid(`Not valid: ${[...new Set(where)].slice(0, 10).join(', ')}.`);
  }
  if (data.items.length > rowsMax) throw tooMany();
  const { items, ...feed } = data;
  requireCodesOnly(new Set([...Object.keys(Object(sent)), ...items.flatMap(Object.keys)]));
  return { ...feed, rows: items };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('invalid_json', 'The feed is not JSON.');
  }
}

async function readCsv(text: string, { site_id, mode }: Upload): Promise<FeedFile> {
  const feed = target.safeParse({ site_id, mode });
  if (!feed.success) throw invalid('A CSV feed names site_id and mode (full, delta) in its query.');
  const [header = [], ...records] = await recordsOf(text);
  const names = header.map((name) => name.trim().toLowerCase());
  requireCodesOnly(names);
  const places = columns.map((name) => names.indexOf(name));
  if (places.includes(-1) || new Set(names).size < names.length) {
    throw invalid(`The header names ${columns.join(', ')}, each column once.`);
  }
  const rows = records.map((record) =>
    Object.fromEntries(columns.map((name, index) => [name, record[places[index] ?? -1]])),
  );
  return { ...feed.data, rows };
}

async function recordsOf(text: string): Promise<string[][]> {
  const parser = parse(text, { bom: true, max_record_size: 10_000, skip_empty_lines: true });
  const records: string[][] = [];
  try {
    for await (const record of parser) {
      if (records.length > rowsMax) throw tooMany();
      records.push(record);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid(`Line ${String(error.lines)} is not CSV: ${error.code}.`);
  }
  return records;
}
