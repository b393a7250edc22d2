/** Renders account statements as PDF into file storage. */

import { renderAccountStatement, type StatementSource } from '../adapters/pdf/account-statement.ts';
import { pdfExists, putPdf } from '../adapters/pdf-storage.ts';
import type { Config } from '../config.ts';
import { type StatementMovement, statementPdfKey } from '../domain/statement.ts';

/** Returns the storage key of the PDF. */
export async function renderStatement(source: StatementSource, config: Config): Promise<string> {
  const key = statementPdfKey(source.statement.tenant_id, source.statement.id);
  await putPdf(config, key, await renderAccountStatement(source));
  return key;
}

type Rendered = Omit<StatementSource, 'movements'> & {
  movements: () => Promise<StatementMovement[]>;
  pdf_key: string;
};

/** Renders a lost file again, with the same bytes: statement, movements and parties are frozen. */
export async function ensureStatementRendered(
  { statement, parties, movements, pdf_key }: Rendered,
  config: Config,
): Promise<void> {
  if (await pdfExists(config, pdf_key)) return;
  await renderStatement({ statement, parties, movements: await movements() }, config);
}
