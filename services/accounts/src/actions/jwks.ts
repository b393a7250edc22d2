import { query } from '../define.ts';
import { publishedKeys } from '../domain/signing-key.ts';
import { listSigningKeys } from '../store/signing-keys.ts';

export const jwks = query('jwks', async (_input, { db, now }) => ({
  keys: publishedKeys(await listSigningKeys(db), now).map(({ public_jwk }) => ({ ...public_jwk })),
}));
