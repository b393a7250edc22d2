import { query } from '../define.ts';
import { statementPending, toStatement } from '../domain/statement.ts';
import { requireOwnCursor } from '../store/page.ts';
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

export const getStatement = query('getStatement', async ({ id }, { db, tenant }) =>
  toStatement(await getStored(db, tenant, id)),
);

export const statementPdf = query('statementPdf', async ({ id }, { db, tenant, config }) => {
  const statement = await getStored(db, tenant, id);
  const print = await findStatementPdf(db, tenant, id);
  if (!print) throw statementPending();
  await ensureStatementRendered({ statement, ...print }, config);
  return { storage_key: print.pdf_key, file_name: `statement-${statement.period}.pdf` };
});
