import { command } from '../define.ts';
import { idleSince, toAdmission } from '../domain/rate-window.ts';
import { takePlace } from '../store/rate-windows.ts';

export const admit = command('admit', {
  handle: async ({ caller, limit }, { db, now, emit }) => {
    const knock = { caller, limit, now, idleSince: idleSince(now) };
    const window = await takePlace(db, knock);
    const { left_tenant_id } = window;
    if (left_tenant_id !== null) {
      emit('sandbox.expired', { tenant_id: left_tenant_id }, {}, { tenant: left_tenant_id });
    }
    return toAdmission(window, limit, now);
  },
});
