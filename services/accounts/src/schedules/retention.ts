/** Retention: deletes what has expired, in batches that bound the transaction. */
import type { Kysely } from 'kysely';
import { every } from '../define.ts';
import { revokedSince } from '../domain/credential-bound.ts';
import { countedSince, keptSince } from '../domain/request-log.ts';
import { purgeCredentials as deleteRevoked } from '../store/credential-lists.ts';
import { purgeDeviceCredentials as deleteCredentials } from '../store/device-credentials.ts';
import { purgeRequestCounts as deleteCounts } from '../store/request-counts.ts';
import { purgeRequests as deleteRequests } from '../store/request-log.ts';
import type { Tables } from '../store/schema.ts';
import { purgeSessions as deleteSessions } from '../store/sessions.ts';

type Delete = (db: Kysely<Tables>, bounds: { before: Date; max: number }) => Promise<number>;

interface Retention {
  batchMax: number;
  before: (now: Date) => Date;
}

const retention = (name: string, remove: Delete, { batchMax, before }: Retention) =>
  every(name, '*/10 * * * *', async ({ db, now }) => {
    const removed = await remove(db, { before: before(now), max: batchMax });
    return removed === batchMax ? 'again' : undefined;
  });

/** Enrolments and used assertions that have expired. */
export const purgeDeviceCredentials = retention('purge-device-credentials', deleteCredentials, {
  batchMax: 1_000,
  before: (now) => now,
});

/** Clients and API keys, 90 days after their revocation; the audit log names them further on. */
export const purgeCredentials = retention('purge-credentials', deleteRevoked, {
  batchMax: 1_000,
  before: revokedSince,
});

/** The request log, after seven days. */
export const purgeRequests = every('purge-requests', '*/10 * * * *', ({ db, now }) =>
  deleteRequests(db, { now, before: keptSince(now), max: 5_000 }),
);

/** Counters of requests, after the days that are shown. */
export const purgeRequestCounts = retention('purge-request-counts', deleteCounts, {
  batchMax: 5_000,
  before: countedSince,
});

/** Sessions past their absolute end; an idle session, although invalid, is kept until then. */
export const purgeSessions = retention('purge-sessions', deleteSessions, {
  batchMax: 1_000,
  before: (now) => now,
});
