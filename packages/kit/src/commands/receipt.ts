/** Receipts: final replies by request identity, valid for 24 hours. States: `command.ts`. */

import { Refusal } from '../calls/refusal.ts';
import type { RefusalBody, Reply } from '../calls/transport.ts';
import type { SqlStatement } from '../database/transaction.ts';
import { decrypt, encrypt } from '../security/encryption.ts';
import type { EncryptedColumn } from '../security/reencryption.ts';

/** Promised by the public API for an Idempotency-Key. */
const receiptLifeMs = 24 * 60 * 60 * 1000;

/** A reply that is final: the output, or a refusal by a rule of the service. */
export type FinalReply = Extract<Reply, { ok: unknown } | { refused: unknown }>;

export interface ReceiptKey {
  /** The tenant, or the caller where receipts outlive its tenant (`CallMeta.receipts`). */
  tenant: string;
  request: string;
  fingerprint: string;
}

export interface ReceiptRow {
  outcome: string;
  encrypted: boolean;
}

export interface StoredReceipt extends ReceiptRow {
  fingerprint: string;
  expired: boolean;
}

const purpose = 'receipt';

export const encryptedReceipts: EncryptedColumn = {
  table: 'receipt',
  column: 'outcome',
  purpose,
  where: 'encrypted',
};

export function toReceiptRow(outcome: FinalReply, secret: string | undefined): ReceiptRow {
  const text = JSON.stringify(outcome);
  return secret === undefined
    ? { outcome: text, encrypted: false }
    : { outcome: encrypt(secret, purpose, text), encrypted: true };
}

export const selectReceipt = (key: ReceiptKey, now: Date): SqlStatement => ({
  name: 'kit-receipt-select',
  text: `select fingerprint, outcome, encrypted, created_at <= $3 as expired from receipt
          where tenant_id = $1 and request = $2`,
  values: [key.tenant, key.request, new Date(now.getTime() - receiptLifeMs)],
});

/** The lock of the request and, in the same row, its receipt; nulls if it has none yet. */
export const lockReceipt = (key: ReceiptKey, now: Date): SqlStatement => ({
  name: 'kit-receipt-lock',
  text: `select locked, fingerprint, outcome, encrypted, created_at <= $3 as expired
           from pg_try_advisory_xact_lock(hashtextextended($2, 0)) as locked
           left join receipt on tenant_id = $1 and request = $2`,
  values: [key.tenant, key.request, new Date(now.getTime() - receiptLifeMs)],
});

/** Replays the stored reply; refuses a request that is repeated with another body. */
export function replayReceipt(
  row: StoredReceipt | undefined,
  key: ReceiptKey,
  secret: string,
): Reply | undefined {
  if (!row || row.expired) return undefined;
  if (row.fingerprint !== key.fingerprint) return refusalReply(reused);
  const text = row.encrypted ? decrypt(secret, purpose, row.outcome) : row.outcome;
  return { ...JSON.parse(text), replayed: true };
}

/**
 * Runs in the effect's transaction: a duplicate's receipt violates the key and rolls both back. That
 * of another day violates it by a trigger (`daily-table-migrations.ts`).
 */
export const insertReceipt = (key: ReceiptKey, row: ReceiptRow, now: Date): SqlStatement => ({
  name: 'kit-receipt-insert',
  text: `insert into receipt (tenant_id, request, fingerprint, outcome, encrypted, created_at)
         values ($1, $2, $3, $4, $5, $6)`,
  values: [key.tenant, key.request, key.fingerprint, row.outcome, row.encrypted, now],
});

/** For refusals, which have no effect: the first stored reply stays. */
export const offerReceipt = (key: ReceiptKey, row: ReceiptRow, now: Date): SqlStatement => {
  const insert = insertReceipt(key, row, now);
  return { ...insert, name: 'kit-receipt-offer', text: `${insert.text} on conflict do nothing` };
};

/** Deletes an expired receipt: after 24 hours the key may be used again. */
export const dropExpiredReceipt = (key: ReceiptKey, now: Date): SqlStatement => ({
  name: 'kit-receipt-expire',
  text: 'delete from receipt where tenant_id = $1 and request = $2 and created_at <= $3',
  values: [key.tenant, key.request, new Date(now.getTime() - receiptLifeMs)],
});

export const toRefusalBody = ({ code, detail, path, retryAfterSeconds }: Refusal): RefusalBody => ({
  code,
  detail,
  ...(path && { path }),
  ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
});
export const refusalReply = (refusal: Refusal): Reply => ({ refused: toRefusalBody(refusal) });

/** Keys of partitions of `receipt`. */
export const isReceiptKey = (constraint: string): boolean =>
  /^receipt_(\w+_)?pkey$/.test(constraint);

const reused = new Refusal(
  'idempotency_key_reused',
  'This Idempotency-Key was used before with a different request.',
);
