import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPublicCertificate } from '../src/store/certificates.ts';
import type { Tables } from '../src/store/schema.ts';
import { getCertifiedChain } from '../src/workflows/certified-chain.ts';
import { custodyApp, delivered } from './app.ts';

const app = custodyApp();
const minuteMs = 60_000;
let db: Kysely<Tables>;
/** Statements that read contents of events. */
let reads = 0;
beforeAll(() => {
  const connectionString = app.running().service('custody').databaseUrl;
  db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: new Pool({ connectionString, options: '-c search_path=custody' }),
    }),
    log: ({ query }) => {
      if (query.sql.includes('"bytes"')) reads += 1;
    },
  });
});
afterAll(() => db.destroy());

async function certificate() {
  const job_id = await delivered(app);
  const { id } = await app.as('ten_a').certificate({ id: job_id });
  const found = await findPublicCertificate(db, id);
  if (!found) throw new Error('it is certified');
  return found;
}

describe('the verdict on a certified chain', () => {
  it('is computed once for the rows that it was computed from, and again after ten minutes', async () => {
    const covering = await certificate();
    const readsAfter = async (minutes: number) => {
      reads = 0;
      const now = new Date(app.clock.now().getTime() + minutes * minuteMs);
      expect(await getCertifiedChain(db, covering, now)).toMatchObject({ chain_intact: true });
      return reads;
    };
    expect(await readsAfter(0)).toBe(1);
    expect(await readsAfter(0)).toBe(0);
    expect(await readsAfter(9)).toBe(0);
    expect(await readsAfter(10)).toBe(1);
    expect(await readsAfter(19)).toBe(0);
  });

  it('is computed again when a row was written, though its contents are the same', async () => {
    const covering = await certificate();
    await getCertifiedChain(db, covering, app.clock.now());
    await app.rows('alter table custody.custody_event disable trigger only_added_to');
    await app.rows('update custody.custody_event set hash = hash where job_id = $1', [
      covering.job_id,
    ]);
    await app.rows('alter table custody.custody_event enable trigger only_added_to');
    reads = 0;
    await getCertifiedChain(db, covering, app.clock.now());
    expect(reads).toBe(1);
  });
});
