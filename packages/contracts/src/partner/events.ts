import { z } from 'zod';
import { internalEvent, publicEvent } from '../define.ts';
import { empty, exampleSubject, timestamp } from '../primitives.ts';
import { stopOutcome } from './lab.ts';
import { completedReception, receivedSpecimens } from './reception.ts';

export const partnerEvents = {
  'partner_order.closed': internalEvent({
    description: "For billing: a pharmacy's order was delivered. The envelope names its tenant.",
    data: z.object({
      order_id: z.string(),
      order_ref: z.string(),
      job_id: z.string(),
      delivered_at: timestamp,
    }),
    internals: empty,
  }),
  'manifest.mismatched': internalEvent({
    description: 'For jobs: the collected parcels differ from the manifest.',
    data: z.object({
      manifest_id: z.string(),
      job_id: z.string(),
      listed: z.int(),
      scanned: z.int(),
      /** Present only if barcodes were scanned. */
      missing: z.array(z.string()),
      unexpected: z.array(z.string()),
    }),
    internals: empty,
  }),
  'specimens.received': publicEvent({
    description: 'A laboratory accepted or rejected specimens of a delivered job.',
    data: receivedSpecimens,
    internals: empty,
    example: {
      ...exampleSubject,
      received_at: '2026-11-02T10:15:00.000Z',
      specimens: [
        { barcode: 'S-0001', verdict: 'accepted', reason: null },
        { barcode: 'S-0002', verdict: 'rejected', reason: 'leaking' },
      ],
    },
  }),
  'reception.completed': internalEvent({
    description:
      'For custody: every specimen on the manifests of a job or its run has a verdict. Emitted for each job that specimens were received from.',
    data: completedReception,
    internals: empty,
  }),
  'pickup.missed': publicEvent({
    description: 'A stop of a route could not be booked in time.',
    data: stopOutcome,
    internals: empty,
    example: {
      route_id: 'rt_01KAK7QW3ZC5V8M2N4P6R8T0XD',
      run_on: '2027-01-04',
      stop: 1,
      site_id: 'site_01KAK7QW3ZC5V8M2N4P6R8T0XE',
      window: '08:00-08:30',
      reason: 'window_over',
    },
  }),
};
