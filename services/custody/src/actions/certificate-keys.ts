import { generateCertificateKey } from '../adapters/certificate-signer.ts';
import { command, query } from '../define.ts';
import { listPublicKeys, lockCertificateKeys, replaceKey } from '../store/certificate-keys.ts';

export const certificateKeys = query('certificateKeys', async (_input, { db }) => ({
  keys: (await listPublicKeys(db)).map((key) => ({ ...key })),
}));

export const rotateCertificateKey = command('rotateCertificateKey', {
  handle: async (_input, { db, now, config }) => {
    await lockCertificateKeys(db);
    const key = await generateCertificateKey(now, config.SVC_SECRET);
    await replaceKey(db, key);
    return { kid: key.kid };
  },
});
