import { invalid, newTenant } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { billingTest, firstOfDecember, newId, start } from './app.ts';

const app = billingTest();

const statementsOf = async (tenant: string) => (await app.as(tenant).listStatements({})).data;
const delivered = (at: string) => ({ job_id: newId('job_'), at, amount_cents: 10_000 });
const pay = (tenant_id: string, amount_cents: number) =>
  app.as('ten_operator').recordPayment({
    tenant_id,
    amount_cents,
    received_on: '2026-11-15',
    reference: 'EFT',
  });

describe('statements', () => {
  it('follow the invoices of the month, carry the balance forward and are emitted once', async () => {
    app.clock.set(start);
    await app.end([delivered('2026-10-10T10:00:00.000Z'), delivered(start)]);
    // Invoices first: no statement is issued while one is missing.
    await app.run('issue-statements');
    expect(await statementsOf(app.tenant)).toEqual([]);
    await app.run('issue-invoices');
    await app.run('issue-statements');
    await app.run('issue-statements');
    await pay(app.tenant, 4000);
    app.clock.set(firstOfDecember);
    await app.run('issue-statements');
    await app.run('issue-invoices');
    await Promise.all([app.run('issue-statements'), app.run('issue-statements')]);
    expect(await statementsOf(app.tenant)).toMatchObject([
      {
        object: 'statement',
        period: '2026-11',
        issued_at: firstOfDecember,
        opening_balance_cents: 11_500,
        invoiced_cents: 11_500,
        received_cents: 4000,
        balance_cents: 19_000,
        currency: 'ZAR',
      },
      { period: '2026-10', opening_balance_cents: 0, balance_cents: 11_500 },
    ]);
    const movementsOf = async ({ id }: { id: string }) =>
      (await app.as().getStatement({ id })).movements.map(({ kind, amount_cents }) => [
        kind,
        amount_cents,
      ]);
    expect(await Promise.all((await statementsOf(app.tenant)).map(movementsOf))).toEqual([
      [
        ['payment', -4000],
        ['invoice', 11_500],
      ],
      [['invoice', 11_500]],
    ]);
    expect(await app.ledger('receivable')).toBe(19_000);
    const statements = await app.emitted('statement.issued');
    expect(statements.map(({ data }) => [data.period, data.balance_cents])).toEqual([
      ['2026-10', 11_500],
      ['2026-11', 19_000],
    ]);
  });

  it('show credit as a negative balance, and are left out where nothing moved', async () => {
    const [paying, idle] = [newTenant(), newTenant()];
    app.clock.set(start);
    await pay(paying, 700);
    await app.run('issue-statements');
    expect(await statementsOf(paying)).toMatchObject([{ balance_cents: -700 }]);
    expect(await statementsOf(idle)).toEqual([]);
  });

  it('are paged like invoices, and refuse bad filters', async () => {
    app.clock.set(start);
    await pay(app.tenant, 700);
    await app.run('issue-statements');
    app.clock.set(firstOfDecember);
    await app.run('issue-statements');
    const first = await app.as().listStatements({ limit: 1 });
    expect(first).toMatchObject({ total: 2, has_more: true, data: [{ period: '2026-11' }] });
    const starting_after = first.data[0]?.id;
    const second = await app.as().listStatements({ starting_after });
    expect(second).toMatchObject({ has_more: false, data: [{ period: '2026-10' }] });
    const one = await app.as().listStatements({ period: '2026-10' });
    expect(one).toMatchObject({ total: 1, data: second.data });
    expect(await app.call('listStatements', { period: 'May' })).toEqual(invalid());
  });
});
