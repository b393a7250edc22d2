import { every } from '../define.ts';
import { keyState, rotationDue, signsFrom } from '../domain/signing-key.ts';
import { newSigningKey } from '../signing.ts';
import {
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  removeSigningKeys,
} from '../store/signing-keys.ts';

/** Looks often, so that a new deployment has its first key soon; rotates every 30 days. */
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
