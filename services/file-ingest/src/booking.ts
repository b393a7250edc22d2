/** From bytes to rows, and from rows to jobs. */
import type { BatchResult } from '@svc/contracts';
import { alreadyBooked, refusalFault } from './domain/order.ts';
import { readerOf } from './readers.ts';
import { storageKeyOf } from './reading.ts';
import { advanceFile, type FileRecord } from './store/files.ts';
import {
  type BookedRow,
  listWaiting,
  ownOrders,
  type RowOutcome,
  recordOutcomes,
  replaceRows,
} from './store/rows.ts';
import { getCentre } from './store/wholesalers.ts';
import type { Tools } from './tools.ts';

/** All rows are read before the first is booked: a file that breaks off books nothing. */
export async function parse({ context, storage }: Tools, file: FileRecord): Promise<void> {
  const centre = await getCentre(context.db, file.tenant_id, file.dc);
  const bytes = await storage.get(storageKeyOf(file));
  const wave = { file_id: file.id, receivedAt: file.received_at, centre };
  const manifest = await readerOf(file.name)(bytes, wave);
  await context.transaction(async ({ db, now }) => {
    const isWhole = 'rows' in manifest;
    const to = isWhole ? 'booking' : 'answering';
    const more = isWhole ? { edi: manifest.edi ?? null } : { faults: [manifest.fault] };
    const isOurs = await advanceFile(db, file, { from: 'parsing', to, now, more });
    if (isOurs) await replaceRows(db, file, isWhole ? manifest.rows : []);
  });
}

/** As many as one call takes. */
const batchMax = 100;
/** Under way at a time, of one file. */
const callsMax = 4;

/**
 * Books what waits. Done twice it books once: a row's identity is that of its job. `touch` keeps the
 * claim on the file.
 */
export async function book(
  { context }: Tools,
  file: FileRecord,
  touch: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await listWaiting(context.db, file, batchMax * callsMax);
    if (rows.length === 0) break;
    const batches = Array.from({ length: Math.ceil(rows.length / batchMax) }, (_, n) =>
      rows.slice(n * batchMax, (n + 1) * batchMax),
    );
    await Promise.all(batches.map((batch) => bookBatch({ context }, file, batch)));
    await touch();
  }
  await context.transaction(({ db, now }) =>
    advanceFile(db, file, { from: 'booking', to: 'answering', now }),
  );
}

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];

async function bookBatch(
  { context }: Pick<Tools, 'context'>,
  file: FileRecord,
  rows: readonly Waiting[],
): Promise<void> {
  const bookings = rows.flatMap(({ booking }) => booking ?? []);
  const { results } = await context.clientsOf(file.tenant_id).jobs.bookBatch({ bookings });
  const found = new Map(results.map((result) => [result.identity, result]));
  const answers = rows.map((row) => ({ ...row, result: found.get(row.booking?.identity ?? '') }));
  await context.transaction(async ({ db }) => {
    const owned = await ownOrders(db, file, answers.flatMap(bookedRow));
    const refused = answers.flatMap(refusal);
    await recordOutcomes(db, file, [...owned.map(outcomeOf), ...refused]);
  });
}

type Answered = Waiting & { result: BatchResult | undefined };

const bookedRow = ({ row, order_id, result }: Answered) =>
  result && 'job_id' in result ? [{ row, order_id, job_id: result.job_id, ref: result.ref }] : [];

/** A job of another file is not this one's, whatever jobs says: an answer may have been lost. */
const outcomeOf = ({ isOurs, ...booked }: BookedRow & { isOurs: boolean }): RowOutcome => ({
  ...booked,
  status: isOurs ? 'booked' : 'already_booked',
  faults: isOurs ? [] : [alreadyBooked(booked.ref)],
});

function refusal({ row, order_id, result }: Answered): RowOutcome[] {
  if (!result || 'job_id' in result) return [];
  const faults = [refusalFault(result.code, result.detail)];
  return [{ row, order_id, status: 'refused', faults, job_id: null, ref: null }];
}
