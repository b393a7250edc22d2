import { query } from '../define.ts';
import { bookerOf, resolveBookingDetails } from '../domain/booking.ts';
import { findBooker, findBookingRecord } from '../store/booking-record.ts';
import { listUsableSites } from '../store/sites.ts';

export const bookingDetails = query('bookingDetails', async (ids, { db, tenant, config }) =>
  resolveBookingDetails(await findBookingRecord(db, tenant, ids), {
    tenant,
    environment: config.SVC_ENVIRONMENT,
  }),
);

export const bookingSites = query('bookingSites', async ({ site_ids }, { db, tenant, config }) => ({
  ...bookerOf(await findBooker(db, tenant), { tenant, environment: config.SVC_ENVIRONMENT }),
  sites: await listUsableSites(db, tenant, site_ids),
}));
