import { movementsMax } from '@svc/contracts';
import { query } from '../define.ts';
import { statementPending, toMovement, toStatement } from '../domain/statement.ts';
import { requireOwnCursor } from '../store/page.ts';
import { countMovements, listMovements } from '../store/statement-movements.ts';
import { findStatementPdf } from '../store/statement-pdfs.ts';
import {
  countStatements,
  getStatement as getStored,
  listStatements as list,
} from '../store/statements.ts';
import { ensureStatementRendered } from '../workflows/render-statement.ts';

export const listStatements = query('listStatements', async (filter, { db, tenant }) => {
  await requireOwnCursor(db, { table: 'statement', tenant }, filter);
  const [{ found, has_more }, total] = await Promise.all([
    list(db, tenant, filter),
    countStatements(db, tenant, filter),
  ]);
  return { object: 'list' as const, total, data: found.map(toStatement), has_more };
});

export const getStatement = query('getStatement', async ({ id }, { db, tenant }) => {
  const [statement, movements, movement_count] = await Promise.all([
    getStored(db, tenant, id),
    listMovements(db, tenant, { id, max: movementsMax }),
    countMovements(db, tenant, id),
  ]);
  return { ...toStatement(statement), movements: movements.map(toMovement), movement_count };
});

export const statementPdf = query('statementPdf', async ({ id }, { db, tenant, config }) => {
  const statement = await getStored(db, tenant, id);
  const print = await findStatementPdf(db, tenant, id);
  if (!print) throw statementPending();
  const movements = () => listMovements(db, tenant, { id });
  await ensureStatementRendered({ statement, movements, ...print }, config);
  return { storage_key: print.pdf_key, file_name: `statement-${statement.period}.pdf` };
});
