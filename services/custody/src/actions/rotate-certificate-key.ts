import { command } from '../define.ts';
import { newCertificateKey } from '../signing.ts';
import { lockCertificateKeys, replaceKey } from '../store/certificate-keys.ts';

export const rotateCertificateKey = command('rotateCertificateKey', {
  handle: async (_input, { db, now, config }) => {
    await lockCertificateKeys(db);
    const key = await newCertificateKey(now, config.SVC_SECRET);
    await replaceKey(db, key);
    return { kid: key.kid };
  },
});
