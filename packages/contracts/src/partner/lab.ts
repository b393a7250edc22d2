/**
 * Laboratories: manifests of specimens, and recurring pickup routes of clinics.
 *
 * Terms
 * - **manifest**: list of the specimens to collect, by barcode, without patient data.
 * - **route**: a recurring tour: on its days a courier visits its stops and delivers to one site.
 * - **run**: a route on one day. **Stop**: a place of a run with its window; each stop is one job.
 */

import { z } from 'zod';
import {
  barcode,
  costCentre,
  opaqueId,
  requiredText,
  temperatureClass,
  timestamp,
  timeZone,
  unNumber,
} from '../primitives.ts';

const specimenFields = {
  barcode,
  container: requiredText(40),
  temperature_class: temperatureClass.default('ambient'),
  un_number: unNumber.default(''),
};
const specimen = z.object(specimenFields);
export type Specimen = z.output<typeof specimen>;

const targetFields = { route_id: opaqueId.optional(), job_id: opaqueId.optional() };
/** Exactly one of route and job. Further fields are searched for patient data, then refused. */
export const manifestRequest = z.looseObject({
  ...targetFields,
  specimens: z.array(z.looseObject(specimenFields)).min(1).max(1_000),
});
/** The fields that there are. */
export const manifestFields = z.object({ ...targetFields, specimens: z.array(specimen) });
export type ManifestRequest = z.output<typeof manifestRequest>;

export const manifest = z.object({
  object: z.literal('manifest'),
  id: z.string(),
  /** `matched` or `mismatched` once all of it should have been collected. */
  status: z.enum(['open', 'matched', 'mismatched']),
  route_id: z.string().nullable(),
  /** The run that it is for, with a route. */
  run_on: z.iso.date().nullable(),
  job_id: z.string().nullable(),
  specimen_count: z.int(),
  scanned_count: z.int().nullable(),
  /** SHA-256 of the specimens in the order of their barcodes. */
  digest: z.string(),
  created_at: timestamp,
});
export type Manifest = z.infer<typeof manifest>;
export const listedManifest = manifest.extend({ specimens: z.array(specimen) });

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

const clock = '([01]\\d|2[0-3]):[0-5]\\d';
/** `08:00-08:30`, by the route's time zone, within one day. */
export const stopWindow = z
  .string()
  .regex(new RegExp(`^${clock}-${clock}$`))
  .refine((window) => window.slice(0, 5) < window.slice(6), { error: 'ends after it begins' });

const stop = z.object({ site_id: requiredText(64), window: stopWindow });
export type Stop = z.infer<typeof stop>;

const routeFields = {
  name: requiredText(64),
  sku: requiredText(64),
  timezone: timeZone.default('Africa/Johannesburg'),
  days: z
    .array(z.enum(weekdays))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, { error: 'a day stands there twice' }),
  stops: z.array(stop).min(1).max(50),
  dropoff_site_id: requiredText(64),
  starts_on: z.iso.date(),
  ends_on: z.iso.date().nullable().default(null),
  /** Of South Africa. */
  skip_public_holidays: z.boolean().default(true),
  /** The tenant's default when none is sent. */
  cost_centre: costCentre.nullable().default(null),
};

export const routeRequest = z
  .object(routeFields)
  .refine(({ starts_on, ends_on }) => ends_on === null || ends_on >= starts_on, {
    path: ['ends_on'],
    error: 'not before starts_on',
  });
export type RouteRequest = z.output<typeof routeRequest>;

export const route = z.object({
  object: z.literal('route'),
  id: z.string(),
  status: z.enum(['active', 'paused', 'ended']),
  /** The day of its next run; null while it is not active and when there is none. */
  next_run_on: z.iso.date().nullable(),
  ...routeFields,
  created_at: timestamp,
});
export type Route = z.infer<typeof route>;

/** One stop of one run. `stop` counts from 1. */
export const stopOutcome = z.object({
  route_id: z.string(),
  run_on: z.iso.date(),
  stop: z.int(),
  site_id: z.string(),
  window: z.string(),
  /** `window_over`, or the code with which its booking was refused to the end. */
  reason: z.string(),
});

const runStop = stopOutcome.omit({ route_id: true }).extend({
  status: z.enum(['due', 'booked', 'collected', 'not_collected', 'missed', 'skipped']),
  reason: z.string().nullable(),
  job_id: z.string().nullable(),
  ref: z.string().nullable(),
});
/** With its latest stops, newest first. */
export const routeDetail = route.extend({ runs: z.array(runStop) });
