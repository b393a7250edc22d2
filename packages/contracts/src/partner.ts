/**
 * Partner: what pharmacies and laboratories do with the carrier beyond single jobs.
 *
 * Terms
 * - **order**: a pharmacy's order to be brought to somebody; known by the pharmacy's `order_ref`.
 * - **partner quote**: whether an order can be brought, and what that costs, by option.
 * - **ready**: the order is packed in a sealed bag; its job is booked with the bag's number as its seal.
 * - **stock feed**: what a pharmacy has, by item code; never by name.
 * - **full feed**: all there is; what it does not list is gone. A **delta** tells what changed.
 * Manifests and routes stand in lab.ts. Sources: decisions, Partner and Lab.
 */
import { z } from 'zod';
import { command, defineContract, event, query } from './define.ts';
import {
  listedManifest,
  manifest,
  manifestRequest,
  route,
  routeDetail,
  routeRequest,
  stopOutcome,
} from './lab.ts';
import { seal } from './operations.ts';
import {
  cents,
  currency,
  empty,
  instant,
  opaqueId,
  parcels,
  priority,
  requiredText,
  temperatureClass,
  timestamp,
} from './primitives.ts';

/** A code, not a name: no spaces. Letter case tells codes apart. */
export const itemCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/);

const orderItem = z.object({ item_code: itemCode, quantity: z.int().min(1).max(9_999) });

/** What is to be brought where. */
export const orderTrip = z.object({
  pickup_site_id: requiredText(64),
  dropoff_site_id: requiredText(64),
  items: z.array(orderItem).min(1).max(100),
  /** When it will be packed; by default it is. */
  ready_at: instant.optional(),
  temperature_class: temperatureClass.default('ambient'),
  parcels: parcels.default(1),
});
export type OrderTrip = z.output<typeof orderTrip>;

const option = z.object({
  quote_id: z.string(),
  sku: z.string(),
  priority,
  total_cents: cents,
  currency,
  vat_inclusive: z.boolean(),
  sla_minutes: z.int().positive(),
  /** From now to the door. */
  eta_minutes: z.int().min(0),
});
export type QuoteOption = z.infer<typeof option>;

export const partnerQuote = z.object({
  object: z.literal('partner_quote'),
  id: z.string(),
  order_id: z.string(),
  available: z.boolean(),
  reason: z.enum(['out_of_stock', 'closed', 'out_of_area', 'no_service']).nullable(),
  items: z.array(
    z.object({
      item_code: z.string(),
      requested: z.int(),
      /** Null where no feed has told. */
      available: z.int().min(0).nullable(),
    }),
  ),
  options: z.array(option),
  expires_at: timestamp,
});
export type PartnerQuote = z.infer<typeof partnerQuote>;

export const partnerOrder = z.object({
  object: z.literal('partner_order'),
  id: z.string(),
  order_ref: z.string(),
  /** `delivered`, `failed` and `cancelled` are final: the order is closed. */
  status: z.enum(['quoted', 'ready', 'collected', 'delivered', 'failed', 'cancelled']),
  sealed_bag: z.string().nullable(),
  job_id: z.string().nullable(),
  ref: z.string().nullable(),
  tracking_url: z.url().nullable(),
  ready_at: timestamp.nullable(),
  closed_at: timestamp.nullable(),
  pickup_site_id: z.string(),
  dropoff_site_id: z.string(),
  items: z.array(orderItem),
  created_at: timestamp,
});
export type PartnerOrder = z.infer<typeof partnerOrder>;

export const feedModes = ['full', 'delta'] as const;
const feedFault = z.object({
  /** From 1; of a CSV file the line after its header is row 1. */
  row: z.int().min(1),
  code: z.enum([
    'invalid_item_code',
    'invalid_quantity',
    'negative_quantity',
    'invalid_updated_at',
    'duplicate_item_code',
  ]),
});
export const stockFeed = z.object({
  object: z.literal('stock_feed'),
  id: z.string(),
  accepted: z.int(),
  rejected: z.int(),
  /** The first 1 000. */
  errors: z.array(feedFault),
});
export type FeedFault = z.infer<typeof feedFault>;

const orderIssues = { 'id.invalid_format': 'order_not_found' } as const;

export const partner = defineContract({
  name: 'partner',
  actions: {
    /** The same `order_ref` again is the same order with fresh options. */
    quote: command({
      input: orderTrip.extend({ order_ref: requiredText(64) }),
      output: partnerQuote,
      refusals: ['unknown_site', 'already_ready'],
    }),
    /** The same bag again is the same answer. */
    ready: command({
      input: z.object({
        id: opaqueId,
        sealed_bag: seal,
        parcels: parcels.optional(),
        quote_id: requiredText(64),
      }),
      output: partnerOrder,
      refusals: [
        'order_not_found',
        'quote_not_found',
        'quote_expired',
        'unknown_site',
        'already_ready',
        'invalid_seal',
        'invalid_parcels',
      ],
      issues: {
        ...orderIssues,
        'sealed_bag.invalid_type': 'invalid_seal',
        'sealed_bag.invalid_format': 'invalid_seal',
      },
    }),
    getOrder: query({
      input: z.object({ id: opaqueId }),
      output: partnerOrder,
      refusals: ['order_not_found'],
      issues: orderIssues,
    }),
    /** The feed lies in file storage under `storage_key`; JSON names site and mode itself. */
    feedStock: command({
      input: z.object({
        storage_key: requiredText(200),
        media_type: z.enum(['application/json', 'text/csv']),
        site_id: requiredText(64).optional(),
        mode: z.enum(feedModes).optional(),
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
    }),
    getManifest: query({
      input: z.object({ id: opaqueId }),
      output: listedManifest,
      refusals: ['manifest_not_found'],
      issues: { 'id.invalid_format': 'manifest_not_found' },
    }),
    createRoute: command({
      input: routeRequest,
      output: route,
      refusals: ['unknown_site', 'unknown_sku', 'not_a_delivery'],
    }),
    listRoutes: query({
      input: z.object({
        status: route.shape.status.optional(),
        limit: z.int().min(1).max(100).default(20),
        starting_after: opaqueId.optional(),
      }),
      output: z.object({
        object: z.literal('list'),
        data: z.array(route),
        has_more: z.boolean(),
      }),
      refusals: [],
    }),
    getRoute: query({
      input: z.object({ id: opaqueId }),
      output: routeDetail,
      refusals: ['route_not_found'],
      issues: { 'id.invalid_format': 'route_not_found' },
    }),
    updateRoute: command({
      input: z.object({ id: opaqueId, status: route.shape.status }),
      output: route,
      refusals: ['route_not_found', 'invalid_transition'],
      issues: { 'id.invalid_format': 'route_not_found' },
    }),
  },
  events: {
    /** For services: a pharmacy's order was delivered. The envelope names its tenant. */
    'partner_order.closed': event(
      z.object({
        order_id: z.string(),
        order_ref: z.string(),
        job_id: z.string(),
        delivered_at: timestamp,
      }),
      empty,
    ),
    /** For services: what was collected is not what the manifest lists. */
    'manifest.mismatched': event(
      z.object({
        manifest_id: z.string(),
        job_id: z.string(),
        listed: z.int(),
        scanned: z.int(),
        /** As far as barcodes were scanned. */
        missing: z.array(z.string()),
        unexpected: z.array(z.string()),
      }),
      empty,
    ),
    /** A stop of a route for which no job could be booked in time. */
    'pickup.missed': event(stopOutcome, empty),
  },
});
