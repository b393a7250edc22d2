import { every } from '../define.ts';
import { isRotationDue } from '../domain/certificate-key.ts';
import { findNewestKey, lockCertificateKeys } from '../store/certificate-keys.ts';
import { rotateKey, submitSigningKey } from '../workflows/rotate-key.ts';

/**
 * Key rotation: checked nightly, due 90 days after the last one. A key that stays is logged again.
 */
export const rotateCertificateKeys = every(
  'rotate-certificate-keys',
  '23 1 * * *',
  async (context) => {
    const { db, now, log } = context;
    await lockCertificateKeys(db);
    if (!isRotationDue(await findNewestKey(db), now)) return submitSigningKey(context);
    const key = await rotateKey(context);
    log.info({ kid: key.kid }, 'certificate key replaced');
  },
);
