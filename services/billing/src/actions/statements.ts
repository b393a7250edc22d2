import { query } from '../define.ts';
import { toStatement } from '../domain/statement.ts';
import { requireOwnCursor } from '../store/page.ts';
import { countStatements, listStatements as list } from '../store/statements.ts';

export const listStatements = query('listStatements', async (filter, { db, tenant }) => {
  await requireOwnCursor(db, { table: 'statement', tenant }, filter);
  const [{ found, has_more }, total] = await Promise.all([
    list(db, tenant, filter),
    countStatements(db, tenant, filter),
  ]);
  return { object: 'list' as const, total, data: found.map(toStatement), has_more };
});
