import type { MovementResource, Statement as StatementResource } from '@svc/contracts';
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

export interface StatementMovement {
  kind: 'invoice' | 'payment';
  /** Id of the invoice or the payment. */
  subject: string;
  /** `YYYY-MM-DD` */
  happened_on: string;
  /** Number of the invoice; what the payer wrote. */
  reference: string;
  /** Above zero it raises the balance. */
  amount_cents: number;
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

export const toMovement = (movement: StatementMovement): MovementResource => ({
  kind: movement.kind,
  id: movement.subject,
  date: movement.happened_on,
  reference: movement.reference,
  amount_cents: movement.amount_cents,
});

/** Rows of movements on the first page of the PDF, and on the others. */
const [rowsFirst, rowsNext] = [22, 48];

/** Movements by page; the first page is there without any. */
export function movementPages<M>(movements: readonly M[]): M[][] {
  const pages = [movements.slice(0, rowsFirst)];
  for (let at = rowsFirst; at < movements.length; at += rowsNext) {
    pages.push(movements.slice(at, at + rowsNext));
  }
  return pages;
}
