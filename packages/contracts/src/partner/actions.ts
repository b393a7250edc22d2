import { z } from 'zod';
import { command, query } from '../define.ts';
import { byId, opaqueId, page, pageOf, parcels, requiredLine, seal } from '../primitives.ts';
import { profileRefusals } from '../temperature-profiles.ts';
import {
  listedManifest,
  manifest,
  manifestRequest,
  route,
  routeDetail,
  routeRequest,
} from './lab.ts';
import { reception, receptionRequest } from './reception.ts';
import { confirmEmpty, feedMode, orderTrip } from './requests.ts';
import { partnerOrder, partnerQuote, stockFeed } from './resource.ts';

const orderRef = requiredLine(64).describe(
  'Your order reference, up to 64 characters. Sending it again refers to the same order.',
);
const orderIssues = { 'id.invalid_format': 'order_not_found' } as const;

export const partnerActions = {
  /** The same `order_ref` again refreshes the options of the same order. */
  quote: command({
    input: orderTrip.extend({ order_ref: orderRef }),
    output: partnerQuote,
    refusals: ['unknown_site', 'same_site', 'already_ready', ...profileRefusals],
    example: {
      order_ref: 'RX-1',
      pickup_site_id: 'ph-0',
      dropoff_site_id: 'cli-0',
      items: [{ item_code: '700123', quantity: 2 }],
      temperature_class: '2-8C',
      parcels: 1,
    },
  }),
  /** Idempotent: the same bag returns the same response. */
  ready: command({
    input: z.object({
      id: opaqueId,
      sealed_bag: seal.describe(
        'Number of the sealed bag, 4 to 32 characters; becomes the seal of the job.',
      ),
      parcels: parcels
        .optional()
        .describe('Number of parcels, which must equal the quoted number. Defaults to it.'),
      quote_id: requiredLine(64).describe('The chosen option: `q_…` of the quote.'),
    }),
    output: partnerOrder,
    refusals: [
      'order_not_found',
      'quote_not_found',
      'quote_expired',
      'unknown_site',
      'same_site',
      'already_ready',
      'invalid_seal',
      'invalid_parcels',
    ],
    issues: {
      ...orderIssues,
      'sealed_bag.invalid_type': 'invalid_seal',
      'sealed_bag.invalid_format': 'invalid_seal',
    },
    example: {
      id: 'ord_01KAK7QW3ZC5V8M2N4P6R8T0XQ',
      sealed_bag: 'SL-4711',
      parcels: 1,
      quote_id: 'q_01JB',
    },
  }),
  getOrder: query({
    input: byId,
    output: partnerOrder,
    refusals: ['order_not_found'],
    issues: orderIssues,
  }),
  /** The feed is in file storage under `storage_key`; JSON contains site and mode. */
  feedStock: command({
    input: z.object({
      storage_key: requiredLine(200),
      media_type: z.enum(['application/json', 'text/csv']),
      site_id: requiredLine(64).optional().describe("For a CSV feed: id of the pharmacy's site."),
      mode: feedMode.optional(),
      confirm_empty: confirmEmpty,
    }),
    output: stockFeed,
    refusals: [
      'invalid_body',
      'invalid_json',
      'payload_too_large',
      'unknown_site',
      'medicine_name_not_allowed',
      'patient_data_not_allowed',
    ],
  }),

  // Laboratories.
  pushManifest: command({
    input: manifestRequest,
    output: manifest,
    refusals: [
      'invalid_target',
      'route_not_found',
      'job_not_found',
      'duplicate_barcode',
      'patient_data_not_allowed',
    ],
    issues: {
      'route_id.invalid_format': 'route_not_found',
      'job_id.invalid_format': 'job_not_found',
    },
    example: {
      job_id: 'job_01JB',
      specimens: [
        {
          barcode: 'S-0001',
          container: 'tube',
          temperature_class: '2-8C',
          un_number: 'UN3373',
        },
      ],
    },
  }),
  getManifest: query({
    input: byId,
    output: listedManifest,
    refusals: ['manifest_not_found'],
    issues: { 'id.invalid_format': 'manifest_not_found' },
  }),
  /** Idempotent: the same verdict returns the same response. */
  receiveSpecimens: command({
    input: receptionRequest,
    output: reception,
    refusals: [
      'job_not_found',
      'invalid_transition',
      'already_received',
      'specimen_not_expected',
      'duplicate_barcode',
    ],
    issues: { 'id.invalid_format': 'job_not_found' },
    example: {
      id: 'job_01KAK7QW3ZC5V8M2N4P6R8T0XA',
      specimens: [
        { barcode: 'S-0001', verdict: 'rejected', reason: 'leaking', note: 'Lid was loose' },
      ],
    },
  }),
  getReception: query({
    input: byId,
    output: reception,
    refusals: ['job_not_found'],
    issues: { 'id.invalid_format': 'job_not_found' },
  }),
  createRoute: command({
    input: routeRequest,
    output: route,
    refusals: [
      ...(['unknown_site', 'same_site', 'unknown_sku', 'not_a_delivery', 'out_of_area'] as const),
      ...profileRefusals,
    ],
    example: {
      name: 'North',
      sku: 'LAB-ROUTE',
      timezone: 'Africa/Johannesburg',
      days: ['mon', 'wed'],
      stops: [{ site_id: 'cli-0', window: '08:00-08:30' }],
      dropoff_site_id: 'lab-0',
      starts_on: '2027-01-04',
      ends_on: null,
      skip_public_holidays: true,
      cost_centre: 'CC-100',
    },
  }),
  listRoutes: query({
    input: z.object({
      status: route.shape.status.optional(),
      ...page,
    }),
    output: pageOf(route),
    refusals: [],
  }),
  getRoute: query({
    input: byId,
    output: routeDetail,
    refusals: ['route_not_found'],
    issues: { 'id.invalid_format': 'route_not_found' },
  }),
  updateRoute: command({
    input: z.object({ id: opaqueId, status: route.shape.status }),
    output: route,
    refusals: ['route_not_found', 'invalid_transition'],
    issues: { 'id.invalid_format': 'route_not_found' },
    example: { id: 'rt_01KAK7QW3ZC5V8M2N4P6R8T0XD', status: 'paused' },
  }),
};
