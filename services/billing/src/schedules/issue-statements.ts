import { newId } from '@svc/kit/ids';
import { every, renderStatementTask } from '../define.ts';
import { lastClosedMonth } from '../domain/month.ts';
import { balanceOf } from '../domain/statement.ts';
import { lockUnstated, saveStated } from '../store/accounts.ts';
import { insertMovements } from '../store/statement-movements.ts';
import { insertStatements } from '../store/statements.ts';

const batch = 200;

/** Monthly statements of accounts whose invoices of the month are issued; runs hourly. */
export const issueStatements = every(
  'issue-statements',
  '12 * * * *',
  async ({ db, now, emit, enqueue }) => {
    const period = lastClosedMonth(now);
    const accounts = await lockUnstated(db, { period, batch });
    if (accounts.length === 0) return undefined;
    const statements = accounts.map((account) => ({
      ...account,
      id: newId('st_', now),
      period,
      issued_at: now,
    }));
    await insertStatements(db, statements);
    await insertMovements(db, statements);
    const tenants = accounts.map(({ tenant_id }) => tenant_id);
    await saveStated(db, tenants, period);
    for (const statement of statements) {
      const data = { statement_id: statement.id, period, balance_cents: balanceOf(statement) };
      const { tenant_id: tenant } = statement;
      emit('statement.issued', { ...data, currency: 'ZAR' }, {}, { tenant });
      enqueue(renderStatementTask, { tenant_id: tenant, statement_id: statement.id });
    }
    return accounts.length === batch ? 'again' : undefined;
  },
);
