/** Renders account statements as PDF into file storage. */

import { renderAccountStatement } from '../adapters/pdf/account-statement.ts';
import { pdfExists, putPdf } from '../adapters/pdf-storage.ts';
import type { Config } from '../config.ts';
import { type StatementRecord, statementPdfKey } from '../domain/statement.ts';
import type { Parties } from '../domain/tax-invoice.ts';

/** Returns the storage key of the PDF. */
export async function renderStatement(
  { statement, parties }: { statement: StatementRecord; parties: Parties },
  config: Config,
): Promise<string> {
  const key = statementPdfKey(statement.tenant_id, statement.id);
  await putPdf(config, key, await renderAccountStatement(statement, parties));
  return key;
}

/** Renders a lost file again, with the same bytes: statement and parties are frozen. */
export async function ensureStatementRendered(
  rendered: { statement: StatementRecord; parties: Parties; pdf_key: string },
  config: Config,
): Promise<void> {
  if (!(await pdfExists(config, rendered.pdf_key))) await renderStatement(rendered, config);
}
