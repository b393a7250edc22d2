import { type CredentialHint, credentialTopic } from '@svc/contracts';
import { newSigningKey } from '../adapters/access-token.ts';
import { command, query } from '../define.ts';
import { publishedKeys, signsFrom } from '../domain/signing-key.ts';
import {
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  removeSigningKeys,
} from '../store/signing-keys.ts';

export const jwks = query('jwks', async (_input, { db, now }) => ({
  keys: publishedKeys(await listSigningKeys(db), now).map(({ public_jwk }) => ({ ...public_jwk })),
}));

export const rotateSigningKey = command('rotateSigningKey', {
  handle: async ({ immediately }, { db, now, config, hint }) => {
    await lockSigningKeys(db);
    const earlier = await listSigningKeys(db);
    const signs_from = signsFrom(earlier, now, immediately);
    const key = await newSigningKey({ published_at: now, signs_from }, config.SVC_SECRET);
    await insertSigningKey(db, key);
    if (immediately) {
      await removeSigningKeys(
        db,
        earlier.map(({ kid }) => kid),
      );
      hint(credentialTopic, { signing_keys_changed: true } satisfies CredentialHint);
    }
    return { kid: key.kid };
  },
});
