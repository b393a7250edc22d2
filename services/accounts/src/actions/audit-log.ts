import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { toChange } from '../domain/change-log.ts';
import { listChanges as listStored } from '../store/change-log.ts';

export const listChanges = query('listChanges', async (filter, { db, tenant }) =>
  pageOf((await listStored(db, tenant, filter)).map(toChange), filter.limit),
);
