import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingTest, newId } from './app.ts';

const app = billingTest();
let role: pg.Client;
beforeAll(async () => {
  role = new pg.Client({ connectionString: app.running().service('billing').databaseUrl });
  await role.connect();
  await role.query('set search_path = billing');
  await app.end([{ job_id: newId('job_'), at: '2026-10-10T10:00:00.000Z' }], 'ten_a');
  await app.run('issue-invoices');
});
afterAll(() => role?.end());

const post = async (entries: readonly (readonly [string, number])[]) => {
  const id = newId('po_');
  await role.query('begin');
  try {
    await role.query(
      `insert into ledger_posting values ($1, 'ten_a', 'payment', $1, '2026-11-01')`,
      [id],
    );
    for (const [account, amount] of entries) {
      await role.query('insert into ledger_entry values ($1, $2, $3, $4)', [
        'ten_a',
        id,
        account,
        amount,
      ]);
    }
    await role.query('commit');
  } catch (error) {
    await role.query('rollback');
    throw error;
  }
};

describe('the ledger', () => {
  it('accepts entries that sum to zero, in any order', async () => {
    await post([
      ['cash', 300],
      ['receivable', -300],
    ]);
  });

  it.each([
    [
      'a cent is missing',
      [
        ['cash', 300],
        ['receivable', -299],
      ] as const,
    ],
    ['there is one side only', [['cash', 300]] as const],
  ])('refuses a posting when %s', async (_, entries) => {
    await expect(post(entries)).rejects.toThrow('do not sum to zero');
  });

  it('refuses an entry added to a posting later', async () => {
    await expect(
      role.query(
        `insert into ledger_entry select tenant_id, id, 'vat', 5 from ledger_posting limit 1`,
      ),
    ).rejects.toThrow();
  });

  it('accepts a posting of the same subject once', async () => {
    const again = `insert into ledger_posting
      select id || 'x', tenant_id, kind, subject, posted_at from ledger_posting limit 1`;
    await expect(role.query(again)).rejects.toThrow('ledger_posting_once');
  });
});

describe('the role of the service', () => {
  it.each([
    ['change an entry', 'update ledger_entry set amount_cents = 0'],
    ['take a posting back', 'delete from ledger_posting'],
    ['change a line', 'update line set amount_cents = 0'],
    ['take a line out', 'delete from line'],
    ['delete an invoice', 'delete from invoice'],
    ['change a statement', 'update statement set opening_cents = 0'],
  ])('may not change rows: %s', async (_, sql) => {
    await expect(role.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    "number = 'INV-2026-999999'",
    'amount_cents = 1',
    "period = '2026-09'",
    'number = null',
  ])('may not set %s of an issued invoice', async (change) => {
    await expect(role.query(`update invoice set ${change}`)).rejects.toThrow('is issued');
  });
});

it.each(['ledger_entry', 'ledger_posting', 'line'])(
  'even the owner may only insert into the table %s',
  async (table) => {
    await expect(app.sql(`delete from billing.${table}`)).rejects.toThrow('only ever added to');
  },
);
