import { renderStatementTask, task } from '../define.ts';
import { listMovements } from '../store/statement-movements.ts';
import { findStatementPdf, saveStatementPdf } from '../store/statement-pdfs.ts';
import { getStatement } from '../store/statements.ts';
import { invoiceParties } from '../workflows/render-invoice.ts';
import { renderStatement as renderPdf } from '../workflows/render-statement.ts';

/** Once: parties are frozen with the first PDF. */
export const renderStatement = task(
  renderStatementTask,
  async ({ tenant_id: tenant, statement_id: id }, { db, clients, config, transaction }) => {
    if (await findStatementPdf(db, tenant, id)) return;
    const recipient = await clients.accounts.billingDetails({ tenant_id: tenant });
    const parties = invoiceParties(config, recipient);
    const statement = await getStatement(db, tenant, id);
    const movements = await listMovements(db, tenant, { id });
    const pdf_key = await renderPdf({ statement, movements, parties }, config);
    await transaction((within) => saveStatementPdf(within.db, tenant, { id, parties, pdf_key }));
  },
);
