import { Kysely, PostgresDialect } from 'kysely';
import { expect, it } from 'vitest';
import { takePublisherLease } from '../src/store/publisher-lease.ts';
import type { Tables } from '../src/store/schema.ts';
import { logTest } from './app.ts';

/** Without witnesses, so that its own publisher takes no lease. */
const app = logTest();

it('a lease is given to one replica at a time, and to another once it has ended', async () => {
  const dialect = new PostgresDialect({ pool: app.running().owner });
  const db = new Kysely<Tables>({ dialect }).withSchema('log');
  const now = app.clock.now();
  const end = new Date(now.getTime() + 4_000);
  const later = new Date(end.getTime() + 4_000);
  expect(await takePublisherLease(db, { now, until: end })).toBe(true);
  expect(await takePublisherLease(db, { now, until: end })).toBe(false);
  expect(await takePublisherLease(db, { now: end, until: later })).toBe(true);
});
