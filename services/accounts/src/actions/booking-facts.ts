import { query } from '../define.ts';
import { decideBookingFacts } from '../domain/booking.ts';
import { findBookingRecord } from '../store/booking-record.ts';

export const bookingFacts = query('bookingFacts', async (ids, { db, tenant, config }) =>
  decideBookingFacts(await findBookingRecord(db, tenant, ids), {
    tenant,
    environment: config.SVC_ENVIRONMENT,
  }),
);
