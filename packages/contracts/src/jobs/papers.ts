/** Printed papers of a job: labels of its parcels, its waybill. */
import { z } from 'zod';
import { explained, objectType, siteId } from '../description.ts';
import { opaqueId, requirements, timestamp } from '../primitives.ts';
import { job, parcelItem } from './resource.ts';
import { status } from './status.ts';

const paperSite = z.object({
  site_id: siteId,
  name: z.string().describe('Name of the site when the job was booked.'),
  address: z.string().describe('Current street address; empty if unknown.'),
});

const labelParcel = z
  .object({
    id: parcelItem.shape.id,
    number: z.int().min(1).describe('Number of the parcel within the job, from 1.'),
    code: z.string().describe("Content of the label's barcodes."),
    scheme: explained(z.enum(['sscc', 'own']), 'Numbering scheme of the code.', {
      sscc: 'Serial Shipping Container Code of 18 digits, in GS1-128 and GS1 DataMatrix.',
      own: "the carrier's own code, `P` and 17 characters, in Code 128 and DataMatrix; not a GS1 key.",
    }),
    barcode: parcelItem.shape.barcode,
    temperature_class: parcelItem.shape.temperature_class,
    un_number: parcelItem.shape.un_number,
  })
  .describe('Label content of one parcel.');

const paperFields = {
  job_id: job.shape.id,
  ...job.pick({ ref: true, reference: true, service: true }).shape,
  sender: z.string().describe('Organisation that booked the job.'),
  pickup: paperSite.describe('Where the parcels are collected.'),
  dropoff: paperSite.describe('Where the parcels are delivered.'),
  parcel_count: z.int().min(1).max(99).describe('Number of parcels of the job.'),
  ...job.pick({ temperature_range_c: true, temperature_profile: true }).shape,
  sla_due: job.shape.sla_due,
  parcels: z.array(labelParcel).describe('Label content of each parcel, ordered by number.'),
};

export const labelLayouts = ['a6', 'sheet'] as const;
const layout = explained(z.enum(labelLayouts), 'Paper format of the PDF.', {
  a6: 'one A6 page (105 × 148 mm) per label.',
  sheet: 'A4 pages with four unscaled labels each.',
});

export const labelRequest = z.object({
  id: opaqueId,
  layout: layout.default('a6'),
  parcel: z
    .int()
    .min(1)
    .max(99)
    .optional()
    .describe('Only the label of the parcel with this number; defaults to all parcels.'),
  dry_ice_g: z
    .int()
    .min(1)
    .min(1)
    .max(200_000)
    .optional()
    .describe(
      'Net mass of dry ice in each parcel, in grams (UN 1845); defaults to that of the booking.',
    ),
});

export const labelSet = z
  .object({
    object: objectType('label_set'),
    ...paperFields,
    layout,
    dry_ice_g: z
      .int()
      .min(1)
      .nullable()
      .describe(
        'Net mass of dry ice in each parcel, in grams, as requested or booked; null for none.',
      ),
  })
  .describe("Labels of a job's parcels.");
export type LabelSet = z.infer<typeof labelSet>;

export const waybill = z
  .object({
    object: objectType('waybill'),
    ...paperFields,
    status,
    seal: job.shape.seal,
    requirements,
    created_at: job.shape.created_at,
    ready_at: timestamp.describe('When the parcels are ready for collection, UTC.'),
    collected_at: timestamp.nullable().describe('When they were collected, UTC; null until then.'),
    delivered_at: job.shape.delivered_at,
  })
  .describe('Transport document of a job: parcels, sites, times and handling.');
export type Waybill = z.infer<typeof waybill>;
