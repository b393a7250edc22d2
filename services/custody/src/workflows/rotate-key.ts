import { generateCertificateKey } from '../adapters/certificate-signer.ts';
import { thumbprintOf } from '../adapters/log-entry-hash.ts';
import type { CustodyWriteContext } from '../define.ts';
import type { CertificateSigningKey } from '../domain/certificate-key.ts';
import { keyEntry } from '../domain/log-entry.ts';
import { replaceKey } from '../store/certificate-keys.ts';

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
  emit(
    'log_entries.submitted',
    { entries: [keyEntry(await thumbprintOf(key.public_jwk), key.created_at)] },
    {},
  );
  return key;
}
