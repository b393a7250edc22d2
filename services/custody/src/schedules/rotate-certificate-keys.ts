import { generateCertificateKey } from '../adapters/certificate-signer.ts';
import { every } from '../define.ts';
import { isRotationDue } from '../domain/certificate-key.ts';
import { findNewestKey, lockCertificateKeys, replaceKey } from '../store/certificate-keys.ts';

/** Key rotation: checked nightly, due 90 days after the last one. */
export const rotateCertificateKeys = every(
  'rotate-certificate-keys',
  '23 1 * * *',
  async ({ db, now, config, log }) => {
    await lockCertificateKeys(db);
    if (!isRotationDue(await findNewestKey(db), now)) return;
    const key = await generateCertificateKey(now, config.SVC_SECRET);
    await replaceKey(db, key);
    log.info({ kid: key.kid }, 'certificate key replaced');
  },
);
