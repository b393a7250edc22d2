/** Parsing step: bytes from file storage become rows. */
import { parseCsvManifest } from '../adapters/csv.ts';
import { parseEdifactManifest } from '../adapters/edifact.ts';
import { storageKeyOf } from '../domain/file.ts';
import type { ParsedManifest, Wave } from '../domain/order.ts';
import { advanceFile, type FileRecord } from '../store/files.ts';
import { replaceRows } from '../store/rows.ts';
import { getCentre } from '../store/wholesalers.ts';
import type { ExchangeDependencies } from './exchange-dependencies.ts';
import { refuseFile } from './refuse-file.ts';

/** All rows are parsed before the first is booked, so that no row of a truncated file is booked. */
export async function parseFile(
  { context, storage }: ExchangeDependencies,
  file: FileRecord,
): Promise<void> {
  const centre = await getCentre(context.db, file.tenant_id, file.dc);
  const bytes = await storage.get(storageKeyOf(file));
  const wave = { file_id: file.id, receivedAt: file.received_at, centre };
  const manifest = await parserFor(file.name)(bytes, wave);
  // An upload that stalled; an e-mail is whole.
  const isAwaited = file.source !== 'sftp' || file.awaited_stat === file.stat;
  if (manifest.isCutOff && !isAwaited) return awaitEnd(context, file);
  await context.transaction(async (trx) => {
    if ('rows' in manifest) {
      const more = { edi: manifest.edi ?? null };
      const transition = { from: 'parsing', to: 'booking', now: trx.now, more } as const;
      if (await advanceFile(trx.db, file, transition))
        await replaceRows(trx.db, file, manifest.rows);
      return;
    }
    const refused = { from: 'parsing', fault: manifest.fault } as const;
    if (await refuseFile(trx, file, refused)) await replaceRows(trx.db, file, []);
  });
}

/** Reads the file again two polls later; the limit of restarts holds for one that never ends. */
const awaitEnd = (
  { transaction, config }: ExchangeDependencies['context'],
  file: FileRecord,
): Promise<void> =>
  transaction(async ({ db, now }) => {
    const due_at = new Date(now.getTime() + 2 * config.SVC_SFTP_POLL_MS);
    const more = { awaited_stat: file.stat, due_at, restarts: file.restarts + 1 };
    await advanceFile(db, file, { from: 'parsing', to: 'reading', now, more });
  });

type Parser = (bytes: Uint8Array, wave: Wave) => Promise<ParsedManifest>;

/** Parsers by file extension. */
const parsers: Readonly<Record<string, Parser>> = {
  csv: parseCsvManifest,
  edi: parseEdifactManifest,
  ifm: parseEdifactManifest,
};

function parserFor(name: string): Parser {
  const parser = parsers[name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!parser) throw new Error('only files that can be read are taken');
  return parser;
}
