/** One event of a chain of custody. */
import { z } from 'zod';
import { digest, explained, jobId } from '../description.ts';
import { custodyFact } from '../jobs/internals.ts';
import { timestamp } from '../primitives.ts';

export const hash = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .describe(digest('the canonical JSON of the event, RFC 8785'));
const eventType = explained(custodyFact.shape.type, 'Event type.', {
  booked: 'the job was booked.',
  assigned: 'a driver and a vehicle were assigned.',
  collected: 'the parcels were collected and sealed.',
  bound:
    'parcels were put in a box or taken out of it, or its probes or its place changed (`details`).',
  scanned:
    'the parcels were scanned at a hand-off, or received by a laboratory (`details.reception`).',
  transferred:
    'the parcels went to another driver and vehicle on the way (`details`); the scans before it are those of the two couriers.',
  seal_broken: 'the seal did not match the expected one.',
  temperature_excursion: 'the parcels were out of their temperature range.',
  decided: 'a person decided on contents that were out of range (`details.disposition`).',
  departed: 'the parcels left for the drop-off site.',
  delivered: 'the parcels were handed over.',
  delivery_failed: 'the hand-over failed.',
  returned: 'the parcels were returned.',
  cancelled: 'the job was cancelled.',
});
/** Exactly these members, always all present (decisions, Custody). No floats. */
export const custodyEvent = z
  .object({
    v: z.literal(1).describe('Version of the event format.'),
    job_id: jobId,
    seq: z.int().min(1).describe('Number of the event in its chain, from 1, without gaps.'),
    at: timestamp.describe('When it happened, UTC.'),
    type: eventType,
    by: z.string().describe('Role and pseudonymous id of the actor, e.g. `driver:drv_…`. No name.'),
    note: z
      .string()
      .nullable()
      .describe('Note in older chains; null in newer ones, whose notes are in `texts`.'),
    seal: z.string().nullable().describe('Seal that was observed or applied; null if none.'),
    position: z
      .object({
        lat_e6: z
          .int()
          .min(-90_000_000)
          .max(90_000_000)
          .describe('Latitude in millionths of a degree, north positive.'),
        lng_e6: z
          .int()
          .min(-180_000_000)
          .max(180_000_000)
          .describe('Longitude in millionths of a degree, east positive.'),
      })
      .nullable()
      .describe('Where it happened, WGS 84; null when unknown.'),
    details: custodyFact.shape.details.describe(
      'Further facts by name: strings, integers and booleans; null if there are none.',
    ),
    prev_hash: hash.describe('Hash of the previous event; 64 zeros for the first.'),
    hash,
  })
  .describe('One link of the chain: what happened, and the hash of the previous event.');
export type CustodyEvent = z.infer<typeof custodyEvent>;
