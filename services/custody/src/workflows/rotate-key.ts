import { generateCertificateKey } from '../adapters/certificate-signer.ts';
import { thumbprintOf } from '../adapters/log-entry-hash.ts';
import type { CustodyWriteContext } from '../define.ts';
import type { CertificateKey, CertificateSigningKey } from '../domain/certificate-key.ts';
import { keyEntry } from '../domain/log-entry.ts';
import { findSigningKey, replaceKey } from '../store/certificate-keys.ts';

/** A new signing key in place of the last, under the caller's lock; has it logged. */
export async function rotateKey({
  db,
  now,
  config,
  emit,
}: Pick<CustodyWriteContext, 'db' | 'now' | 'config' | 'emit'>): Promise<
  CertificateSigningKey & { created_at: Date }
> {
  const key = await generateCertificateKey(now, config.SVC_SECRET);
  await replaceKey(db, key);
  await submitKey(emit, key);
  return key;
}

/** Has the signing key logged, where it is older than the log; the log skips what it has. */
export async function submitSigningKey({
  db,
  emit,
}: Pick<CustodyWriteContext, 'db' | 'emit'>): Promise<void> {
  const key = await findSigningKey(db);
  if (key) await submitKey(emit, key);
}

async function submitKey(
  emit: CustodyWriteContext['emit'],
  { public_jwk, created_at }: Pick<CertificateKey, 'public_jwk' | 'created_at'>,
): Promise<void> {
  const entries = [keyEntry(await thumbprintOf(public_jwk), created_at)];
  emit('log_entries.submitted', { entries }, {});
}
