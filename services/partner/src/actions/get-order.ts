import { query } from '../define.ts';
import { toOrderResource } from '../domain/order.ts';
import { getOrder as getStored } from '../store/orders.ts';

export const getOrder = query('getOrder', async ({ id }, { db, tenant }) =>
  toOrderResource(await getStored(db, tenant, id)),
);
