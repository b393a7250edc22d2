import { command } from '../define.ts';
import { deleteEndpoint } from '../store/endpoints.ts';

export const remove = command('remove', {
  handle: async ({ id }, { db, tenant }) => {
    await deleteEndpoint(db, tenant, id);
    return { id, object: 'webhook' as const, deleted: true as const };
  },
});
