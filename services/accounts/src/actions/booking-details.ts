import { query } from '../define.ts';
import { resolveBookingDetails } from '../domain/booking.ts';
import { findBookingRecord } from '../store/booking-record.ts';

export const bookingDetails = query('bookingDetails', async (ids, { db, tenant, config }) =>
  resolveBookingDetails(await findBookingRecord(db, tenant, ids), {
    tenant,
    environment: config.SVC_ENVIRONMENT,
  }),
);
