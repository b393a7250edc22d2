import { every } from '../define.ts';
import { rotationDue } from '../domain/certificate-key.ts';
import { newCertificateKey } from '../signing.ts';
import { findNewestKey, lockCertificateKeys, replaceKey } from '../store/certificate-keys.ts';

/** Looks every night; a new key every 90 days. */
export const rotateCertificateKeys = every(
  'rotate-certificate-keys',
  '23 1 * * *',
  async ({ db, now, config, log }) => {
    await lockCertificateKeys(db);
    if (!rotationDue(await findNewestKey(db), now)) return;
    const key = await newCertificateKey(now, config.SVC_SECRET);
    await replaceKey(db, key);
    log.info({ kid: key.kid }, 'certificate key replaced');
  },
);
