import { query } from '../define.ts';
import { toResource } from '../domain/endpoint.ts';
import { getEndpoint } from '../store/endpoints.ts';

export const get = query('get', async ({ id }, { db, tenant }) =>
  toResource(await getEndpoint(db, tenant, id)),
);
