import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { toResource } from '../domain/delivery.ts';
import { listLog } from '../store/deliveries.ts';
import { getEndpoint } from '../store/endpoints.ts';

export const listDeliveries = query('listDeliveries', async (page, { db, tenant }) => {
  await getEndpoint(db, tenant, page.id);
  return pageOf((await listLog(db, tenant, page)).map(toResource), page.limit);
});
