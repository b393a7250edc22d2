/** A migration adds a column while connections hold prepared statements on the table. */
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOver, renewNames } from '../src/database/kysely.ts';
import { createPools, isConflict, type Pools } from '../src/database/pool.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { createLogger } from '../src/observability/log.ts';
import { emptyDatabase } from './empty-database.ts';

interface Tables {
  note: { id: number; text: string };
  other: { id: number };
}

const { url } = emptyDatabase('create table note (id int, text text); create table other (id int)');
let pools: Pools;
beforeAll(() => {
  // Files share a process, and with too many texts before these there would be no names left.
  renewNames();
  const log = createLogger({ name: 'test', level: 'silent' });
  // One connection: each statement meets the plan that the one before it made.
  pools = createPools({ url: url(), schema: 'public', max: 1, log });
});
afterAll(() => pools?.end());

const alter = (column: string) =>
  pools.write.query(`alter table note add ${column} int; alter table other add ${column} int`);
const select = (pool: Pool) => kyselyOver<Tables>(pool).selectFrom('note').selectAll().execute();

it('a query with a stale plan runs again unnoticed', async () => {
  await pools.write.query(`insert into note values (1, 'one')`);
  expect(await select(pools.read)).toEqual([{ id: 1, text: 'one' }]);
  await alter('a');
  expect(await select(pools.read)).toEqual([{ id: 1, text: 'one', a: null }]);
  expect(await select(pools.read)).toEqual([{ id: 1, text: 'one', a: null }]);
});

it('a transaction with a stale plan is retried once for all statements', async () => {
  const change = () =>
    inTransaction(pools.write, {
      work: async (client) => {
        const db = kyselyOver<Tables>(client);
        await db.insertInto('other').values({ id: 1 }).returningAll().execute();
        const [note] = await db.updateTable('note').set({ text: 'two' }).returningAll().execute();
        return { result: note };
      },
    });
  expect(await change()).toMatchObject({ text: 'two' });
  await alter('b');
  const error = await change().catch((failure: Error) => failure);
  expect(error).toMatchObject({ message: 'cached plan must not change result type' });
  expect(isConflict(error)).toBe(true);
  expect(await change()).toMatchObject({ text: 'two', b: null });
});

it('another error of the same class is no conflict', () => {
  expect(isConflict(Object.assign(new Error('not supported'), { code: '0A000' }))).toBe(false);
});
