/**
 * Laboratories: manifests of specimens, and recurring pickup routes of clinics.
 *
 * Terms
 * - **manifest**: list of the specimens to collect, by barcode, without patient data.
 * - **route**: a recurring tour: on its days a courier visits its stops and delivers to one site.
 * - **run**: a route on one day. **Stop**: a place of a run with its window; each stop is one job.
 */

import { z } from 'zod';
import { digest, explained, manifestId, routeId, siteId } from '../description.ts';
import {
  barcode,
  costCentre,
  opaqueId,
  requiredLine,
  temperatureClass,
  timestamp,
  timeZone,
  unNumber,
} from '../primitives.ts';
import { receptionOutcome } from './reception.ts';

const specimenFields = {
  barcode,
  container: requiredLine(40).describe('Kind of container, e.g. `tube`, up to 40 characters.'),
  temperature_class: temperatureClass.default('ambient'),
  un_number: unNumber.default(''),
};
const specimen = z.object(specimenFields).describe('A specimen, by its barcode; no patient data.');
export type Specimen = z.output<typeof specimen>;

const targetFields = {
  route_id: opaqueId
    .optional()
    .describe('Route whose next run collects the specimens; this or `job_id`.'),
  job_id: opaqueId
    .optional()
    .describe('Urgent job that collects the specimens, by id or reference; this or `route_id`.'),
};
const specimensText = 'Specimens to collect, 1 to 1000, each with a barcode of its own.';
/** Exactly one of route and job. Further fields are searched for patient data, then refused. */
export const manifestRequest = z.looseObject({
  ...targetFields,
  specimens: z.array(z.looseObject(specimenFields)).min(1).max(1_000).describe(specimensText),
});
/** The fields that there are. */
export const manifestFields = z.object({
  ...targetFields,
  specimens: z.array(specimen).describe(specimensText),
});
export type ManifestRequest = z.output<typeof manifestRequest>;

export const manifest = z
  .object({
    object: z.literal('manifest').describe('Names the resource: a manifest.'),
    id: manifestId,
    status: explained(z.enum(['open', 'matched', 'mismatched']), 'How it compares.', {
      open: 'not all of it should have been collected yet.',
      matched: 'what was scanned is what it lists.',
      mismatched: 'it is not; `incident.reported` tells.',
    }),
    route_id: z.string().nullable().describe('Id of its route; null for a job.'),
    run_on: z.iso
      .date()
      .nullable()
      .describe('Day of the run that it is for, `YYYY-MM-DD`; null for a job.'),
    job_id: z.string().nullable().describe('Id of its job; null for a route.'),
    specimen_count: z.int().min(0).describe('How many specimens it lists.'),
    scanned_count: z
      .int()
      .min(0)
      .nullable()
      .describe('How many were scanned at the collection; null until then.'),
    digest: z.string().describe(digest('the specimens in the order of their barcodes')),
    created_at: timestamp.describe('When it was pushed, UTC.'),
  })
  .describe('List of specimens to collect, by barcode, without patient data.');
export type Manifest = z.infer<typeof manifest>;
export const listedManifest = manifest
  .extend({
    specimens: z
      .array(specimen.extend(receptionOutcome))
      .describe('What is to be collected, by barcode, and what the laboratory said of it.'),
  })
  .describe('List of specimens to collect, with each of them and how it compares.');

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

const weekday = explained(z.enum(weekdays), 'Day of the week.', {
  mon: 'Monday.',
  tue: 'Tuesday.',
  wed: 'Wednesday.',
  thu: 'Thursday.',
  fri: 'Friday.',
  sat: 'Saturday.',
  sun: 'Sunday.',
});

const windowText = 'When to collect, `HH:MM-HH:MM` in the time zone of the route, within one day.';
const clock = '([01]\\d|2[0-3]):[0-5]\\d';
/** `08:00-08:30`, by the route's time zone, within one day. */
export const stopWindow = z
  .string()
  .regex(new RegExp(`^${clock}-${clock}$`))
  .refine((window) => window.slice(0, 5) < window.slice(6), { error: 'ends after it begins' })
  .describe(windowText);

const stop = z.object({
  site_id: requiredLine(64).describe('Where to collect: id of a site.'),
  window: stopWindow,
});
export type Stop = z.infer<typeof stop>;

const routeFields = {
  name: requiredLine(64).describe('Name for people, up to 64 characters.'),
  sku: requiredLine(64).describe('SKU that each stop is booked as, e.g. `LAB-ROUTE`.'),
  timezone: timeZone.default('Africa/Johannesburg'),
  days: z
    .array(weekday)
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, { error: 'a day stands there twice' })
    .describe('Days on which it runs, each once.'),
  stops: z.array(stop).min(1).max(50).describe('Places to collect from; each is a job of its own.'),
  dropoff_site_id: requiredLine(64).describe('Where all of it is delivered: id of a site.'),
  starts_on: z.iso.date().describe('First day on which it may run, `YYYY-MM-DD`.'),
  ends_on: z.iso
    .date()
    .nullable()
    .default(null)
    .describe('Last day on which it may run, `YYYY-MM-DD`; null for no end.'),
  skip_public_holidays: z
    .boolean()
    .default(true)
    .describe('Whether it rests on public holidays of South Africa.'),
  cost_centre: costCentre
    .nullable()
    .default(null)
    .describe('Cost centre of its jobs, up to 64 characters; null for that of your policies.'),
};

export const routeRequest = z
  .object(routeFields)
  .refine(({ starts_on, ends_on }) => ends_on === null || ends_on >= starts_on, {
    path: ['ends_on'],
    error: 'not before starts_on',
  });
export type RouteRequest = z.output<typeof routeRequest>;

export const route = z
  .object({
    object: z.literal('route').describe('Names the resource: a route.'),
    id: routeId,
    status: explained(z.enum(['active', 'paused', 'ended']), 'Whether it runs.', {
      active: 'its stops are booked 24 hours ahead.',
      paused: 'nothing is booked until it is active again.',
      ended: 'it will not run again; final.',
    }),
    next_run_on: z.iso
      .date()
      .nullable()
      .describe('Day of its next run, `YYYY-MM-DD`; null while it is not active, or has none.'),
    ...routeFields,
    created_at: timestamp.describe('When it was created, UTC.'),
  })
  .describe('A recurring tour: on its days each stop is booked as a job.');
export type Route = z.infer<typeof route>;

/** One stop of one run. `stop` counts from 1. */
export const stopOutcome = z.object({
  route_id: routeId,
  run_on: z.iso.date().describe('Day of the run, `YYYY-MM-DD`.'),
  stop: z.int().min(1).describe('Number of the stop in its route, from 1.'),
  site_id: siteId,
  window: z.string().describe(windowText),
  reason: z
    .string()
    .describe('`window_over`, or the error code with which its booking was refused to the end.'),
});

const stopStatuses = ['due', 'booked', 'collected', 'not_collected', 'missed', 'skipped'] as const;
const runStop = stopOutcome.omit({ route_id: true }).extend({
  status: explained(z.enum(stopStatuses), 'What became of the stop.', {
    due: 'to be booked.',
    booked: 'its job is booked.',
    collected: 'its parcels were collected.',
    not_collected: 'its job ended without a collection.',
    missed: 'no job could be booked in time.',
    skipped: 'its route rested that day.',
  }),
  reason: z.string().nullable().describe('Why it was missed, as a code; null unless it was.'),
  job_id: z.string().nullable().describe('Id of its job, `job_…`; null until it is booked.'),
  ref: z.string().nullable().describe('Reference of its job, `SVC-…`; null until it is booked.'),
});
/** With its latest stops, newest first. */
export const routeDetail = route
  .extend({
    runs: z.array(runStop).describe('Its latest stops, newest first.'),
  })
  .describe('A route with its latest stops.');
