/** Receipts: what a request came to, kept for 24 hours under the request's identity. */
import { Refusal } from './refusal.ts';
import { open, seal } from './seal.ts';
import type { Statement } from './transaction.ts';
import type { Reply } from './transport.ts';

const receiptLifeMs = 24 * 60 * 60 * 1000;

/** The part of a reply that is final: what the service did, or the rule by which it refused. */
export type Outcome = Extract<Reply, { ok: unknown } | { refused: unknown }>;

export interface ReceiptKey {
  /** Or whoever else the receipts are kept for. */
  tenant: string;
  request: string;
  fingerprint: string;
}

export interface ReceiptRow {
  outcome: string;
  sealed: boolean;
}

export interface StoredReceipt extends ReceiptRow {
  fingerprint: string;
  expired: boolean;
}

const purpose = 'receipt';

export function toRow(outcome: Outcome, secret: string | undefined): ReceiptRow {
  const text = JSON.stringify(outcome);
  return secret === undefined
    ? { outcome: text, sealed: false }
    : { outcome: seal(secret, purpose, text), sealed: true };
}

export const selectReceipt = (key: ReceiptKey, now: Date): Statement => ({
  name: 'kit-receipt-select',
  text: `select fingerprint, outcome, sealed, created_at <= $3 as expired from receipt
          where tenant_id = $1 and request = $2`,
  values: [key.tenant, key.request, new Date(now.getTime() - receiptLifeMs)],
});

/** The earlier outcome of this request. Another body under the same identity is refused. */
export function replay(
  row: StoredReceipt | undefined,
  key: ReceiptKey,
  secret: string,
): Reply | undefined {
  if (!row || row.expired) return undefined;
  if (row.fingerprint !== key.fingerprint) return refusalReply(reused);
  const text = row.sealed ? open(secret, purpose, row.outcome) : row.outcome;
  return { ...JSON.parse(text), replayed: true };
}

/** In one transaction with the effect; a twin that was first makes it fail, and the effect with it. */
export const insertReceipt = (key: ReceiptKey, row: ReceiptRow, now: Date): Statement => ({
  name: 'kit-receipt-insert',
  text: `insert into receipt (tenant_id, request, fingerprint, outcome, sealed, created_at)
         values ($1, $2, $3, $4, $5, $6)`,
  values: [key.tenant, key.request, key.fingerprint, row.outcome, row.sealed, now],
});

/** For refusals, which have no effect to guard: the first outcome stays. */
export const offerReceipt = (key: ReceiptKey, row: ReceiptRow, now: Date): Statement => {
  const insert = insertReceipt(key, row, now);
  return { ...insert, name: 'kit-receipt-offer', text: `${insert.text} on conflict do nothing` };
};

/** After 24 hours the key is new. */
export const dropExpiredReceipt = (key: ReceiptKey, now: Date): Statement => ({
  name: 'kit-receipt-expire',
  text: 'delete from receipt where tenant_id = $1 and request = $2 and created_at <= $3',
  values: [key.tenant, key.request, new Date(now.getTime() - receiptLifeMs)],
});

export const refusalReply = ({ code, detail }: Refusal): Reply => ({ refused: { code, detail } });

const reused = new Refusal(
  'idempotency_key_reused',
  'This Idempotency-Key was used before with a different request.',
);
