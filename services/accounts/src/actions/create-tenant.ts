import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { putTenant } from '../store/tenants.ts';

export const createTenant = command('createTenant', {
  handle: async (input, { db, now }) => {
    const id = input.id ?? newId('ten_', now);
    await putTenant(db, { id, name: input.name, carrier: input.carrier, created_at: now });
    return { id, name: input.name };
  },
});
