import { query } from '../define.ts';
import { listPublicKeys } from '../store/certificate-keys.ts';

export const certificateKeys = query('certificateKeys', async (_input, { db }) => ({
  keys: (await listPublicKeys(db)).map((key) => ({ ...key })),
}));
