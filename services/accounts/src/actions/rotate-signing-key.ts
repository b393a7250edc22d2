import { command } from '../define.ts';
import { signsFrom } from '../domain/signing-key.ts';
import { newSigningKey } from '../signing.ts';
import { insertSigningKey, listSigningKeys, lockSigningKeys } from '../store/signing-keys.ts';

export const rotateSigningKey = command('rotateSigningKey', {
  handle: async ({ immediately }, { db, now, config }) => {
    await lockSigningKeys(db);
    const signs_from = signsFrom(await listSigningKeys(db), now, immediately);
    const key = await newSigningKey({ published_at: now, signs_from }, config.SVC_SECRET);
    await insertSigningKey(db, key);
    return { kid: key.kid };
  },
});
