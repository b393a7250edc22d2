import type { Statement as StatementResource } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

export interface StatementRecord {
  tenant_id: string;
  id: string;
  period: string;
  issued_at: Date;
  opening_cents: number;
  invoiced_cents: number;
  received_cents: number;
}

/** Opening balance plus invoiced less received. */
export const balanceOf = (
  statement: Omit<StatementRecord, 'id' | 'period' | 'issued_at'>,
): number => statement.opening_cents + statement.invoiced_cents - statement.received_cents;

export const statementNotFound = (): Refusal =>
  new Refusal('statement_not_found', 'There is no statement with this id.');

export const statementPending = (): Refusal =>
  new Refusal('statement_pending', 'Its PDF is being made.');

/** Storage key of a statement's PDF. */
export const statementPdfKey = (tenant: string, id: string): string =>
  `statements/${tenant}/${id}.pdf`;

export const toStatement = (statement: StatementRecord): StatementResource => ({
  object: 'statement',
  id: statement.id,
  period: statement.period,
  issued_at: statement.issued_at.toISOString(),
  opening_balance_cents: statement.opening_cents,
  invoiced_cents: statement.invoiced_cents,
  received_cents: statement.received_cents,
  balance_cents: balanceOf(statement),
  currency: 'ZAR',
});
