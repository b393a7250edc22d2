import { generateCertificateKey } from '../adapters/certificate-signer.ts';
import { command } from '../define.ts';
import { lockCertificateKeys, replaceKey } from '../store/certificate-keys.ts';

export const rotateCertificateKey = command('rotateCertificateKey', {
  handle: async (_input, { db, now, config }) => {
    await lockCertificateKeys(db);
    const key = await generateCertificateKey(now, config.SVC_SECRET);
    await replaceKey(db, key);
    return { kid: key.kid };
  },
});
