import { newSigningKey } from '../adapters/access-token.ts';
import { every } from '../define.ts';
import { keyState, rotationDue, signsFrom } from '../domain/signing-key.ts';
import {
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  removeSigningKeys,
} from '../store/signing-keys.ts';

/** Rotation every 30 days; runs every 5 minutes so that a new deployment gets its first key soon. */
export const rotateSigningKeys = every(
  'rotate-signing-keys',
  '*/5 * * * *',
  async ({ db, now, config, log }) => {
    await lockSigningKeys(db);
    const keys = await listSigningKeys(db);
    const removed = keys.filter((key) => keyState(key, keys, now) === 'removed');
    await removeSigningKeys(
      db,
      removed.map(({ kid }) => kid),
    );
    if (!rotationDue(keys, now)) return;
    const signs_from = signsFrom(keys, now, false);
    const key = await newSigningKey({ published_at: now, signs_from }, config.SVC_SECRET);
    await insertSigningKey(db, key);
    log.info({ kid: key.kid, signs_from }, 'signing key published');
  },
);
