import { query } from '../define.ts';
import { bookerOf } from '../domain/booking.ts';
import { findBooker } from '../store/booking-record.ts';
import { listUsableSites } from '../store/sites.ts';

export const bookingSites = query('bookingSites', async ({ site_ids }, { db, tenant, config }) => ({
  ...bookerOf(await findBooker(db, tenant), { tenant, environment: config.SVC_ENVIRONMENT }),
  sites: await listUsableSites(db, tenant, site_ids),
}));
