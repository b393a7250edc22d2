import { command, query } from '../define.ts';
import { listPublicKeys, lockCertificateKeys } from '../store/certificate-keys.ts';
import { rotateKey } from '../workflows/rotate-key.ts';

export const certificateKeys = query('certificateKeys', async (_input, { db }) => ({
  keys: (await listPublicKeys(db)).map((key) => ({ ...key })),
}));

export const rotateCertificateKey = command('rotateCertificateKey', {
  handle: async (_input, context) => {
    await lockCertificateKeys(context.db);
    const key = await rotateKey(context);
    return { kid: key.kid };
  },
});
