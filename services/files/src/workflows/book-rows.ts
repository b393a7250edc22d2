/** Booking step: waiting rows of a file become jobs, in batches. */
import type { BatchResult } from '@svc/contracts';
import { alreadyBooked, refusalFault } from '../domain/order.ts';
import { advanceFile, type FileRecord } from '../store/files.ts';
import {
  type BookedRow,
  claimOrders,
  listWaitingRows,
  type RowResult,
  saveRowResults,
} from '../store/rows.ts';
import type { ExchangeDependencies } from './exchange-dependencies.ts';

/** Bookings per call of `jobs.bookBatch`. */
const batchMax = 100;
/** Concurrent calls per file. */
const callsMax = 4;

/**
 * Books the waiting rows. Idempotent: the identity of the order is that of the job. `touch` renews
 * the claim on the file.
 */
export async function bookRows(
  { context }: ExchangeDependencies,
  file: FileRecord,
  touch: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await listWaitingRows(context.db, file, batchMax * callsMax);
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

type WaitingRow = Awaited<ReturnType<typeof listWaitingRows>>[number];

async function bookBatch(
  { context }: Pick<ExchangeDependencies, 'context'>,
  file: FileRecord,
  rows: readonly WaitingRow[],
): Promise<void> {
  const bookings = rows.flatMap(({ booking }) => booking ?? []);
  const { results } = await context.clientsOf(file.tenant_id).jobs.bookBatch({ bookings });
  const found = new Map(results.map((result) => [result.identity, result]));
  const answers = rows.map((row) => ({ ...row, result: found.get(row.booking?.identity ?? '') }));
  await context.transaction(async ({ db }) => {
    const owned = await claimOrders(db, file, answers.flatMap(bookedRow));
    const refused = answers.flatMap(refusedResults);
    await saveRowResults(db, file, [...owned.map(bookedResult), ...refused]);
  });
}

type RowWithResult = WaitingRow & { result: BatchResult | undefined };

const bookedRow = ({ row, order_id, result }: RowWithResult) =>
  result && 'job_id' in result ? [{ row, order_id, job_id: result.job_id, ref: result.ref }] : [];

/** Ownership comes from our own claim, not from the reply of jobs, because a reply may be lost. */
const bookedResult = ({ isOurs, ...booked }: BookedRow & { isOurs: boolean }): RowResult => ({
  ...booked,
  status: isOurs ? 'booked' : 'already_booked',
  faults: isOurs ? [] : [alreadyBooked(booked.ref)],
});

function refusedResults({ row, order_id, result }: RowWithResult): RowResult[] {
  if (!result || 'job_id' in result) return [];
  const faults = [refusalFault(result.code, result.detail)];
  return [{ row, order_id, status: 'refused', faults, job_id: null, ref: null }];
}
