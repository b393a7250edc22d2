import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { toResource } from '../domain/endpoint.ts';
import { listEndpoints } from '../store/endpoints.ts';

export const list = query('list', async (page, { db, tenant }) =>
  pageOf((await listEndpoints(db, tenant, page)).map(toResource), page.limit),
);
