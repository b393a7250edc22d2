import { command } from '../define.ts';
import { toAdmission } from '../domain/rate-window.ts';
import { takePlace } from '../store/rate-windows.ts';

export const admit = command('admit', {
  handle: async ({ caller, limit }, { db, now }) =>
    toAdmission(await takePlace(db, { caller, limit, now }), limit, now),
});
