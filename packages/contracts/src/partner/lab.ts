/**
 * Laboratories: manifests of specimens, and recurring pickup routes of clinics.
 *
 * Terms
 * - **manifest**: list of the specimens to collect, by barcode, without patient data.
 * - **route**: a recurring tour: on its days a courier visits its stops and delivers to one site.
 * - **run**: a route on one day. **Stop**: a place of a run with its window; each stop is one job.
 */

import { z } from 'zod';
import { digest, explained, manifestId, objectType, routeId, siteId } from '../description.ts';
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
import { profileName, requestedProfile } from '../temperature-profiles.ts';
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
    .describe('Route whose next run collects the specimens. Send this or `job_id`.'),
  job_id: opaqueId
    .optional()
    .describe(
      'Urgent job that collects the specimens, by id or reference. Send this or `route_id`.',
    ),
};
const specimensText = 'Specimens to collect, 1 to 1000, each with a unique barcode.';
/** Exactly one of route and job. Unknown fields are searched for patient data, then refused. */
export const manifestRequest = z.looseObject({
  ...targetFields,
  specimens: z.array(z.looseObject(specimenFields)).min(1).max(1_000).describe(specimensText),
});
/** The known fields. */
export const manifestFields = z.object({
  ...targetFields,
  specimens: z.array(specimen).describe(specimensText),
});
export type ManifestRequest = z.output<typeof manifestRequest>;

export const manifest = z
  .object({
    object: objectType('manifest'),
    id: manifestId,
    status: explained(
      z.enum(['open', 'matched', 'mismatched']),
      'Result of the comparison with the collection.',
      {
        open: 'the collection is not complete yet.',
        matched: 'the scanned specimens are exactly the listed ones.',
        mismatched: 'they differ; `incident.reported` was emitted.',
      },
    ),
    route_id: z.string().nullable().describe('Id of the route; null for a job.'),
    run_on: z.iso.date().nullable().describe('Day of the run, `YYYY-MM-DD`; null for a job.'),
    job_id: z.string().nullable().describe('Id of the job; null for a route.'),
    specimen_count: z.int().min(0).describe('Number of listed specimens.'),
    scanned_count: z
      .int()
      .min(0)
      .nullable()
      .describe('Number of specimens scanned at the collection; null until then.'),
    digest: z.string().describe(digest('the specimens in the order of their barcodes')),
    created_at: timestamp.describe('When the manifest was created, UTC.'),
  })
  .describe('List of specimens to collect, by barcode, without patient data.');
export type Manifest = z.infer<typeof manifest>;
export const listedManifest = manifest
  .extend({
    specimens: z
      .array(specimen.extend(receptionOutcome))
      .describe("Specimens by barcode, with the laboratory's verdicts."),
  })
  .describe('A manifest with its specimens and the result of the comparison.');

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

const windowText =
  'Collection window, `HH:MM-HH:MM` in the time zone of the route, within one day.';
const clock = '([01]\\d|2[0-3]):[0-5]\\d';
/** `08:00-08:30`, in the route's time zone, within one day. */
export const stopWindow = z
  .string()
  .regex(new RegExp(`^${clock}-${clock}$`))
  .refine((window) => window.slice(0, 5) < window.slice(6), { error: 'ends after it begins' })
  .describe(windowText);

const stop = z.object({
  site_id: requiredLine(64).describe('Where the specimens are collected: id of a site.'),
  window: stopWindow,
});
export type Stop = z.infer<typeof stop>;

const routeFields = {
  name: requiredLine(64).describe('Display name, up to 64 characters.'),
  sku: requiredLine(64).describe('SKU with which each stop is booked, e.g. `LAB-ROUTE`.'),
  timezone: timeZone.default('Africa/Johannesburg'),
  days: z
    .array(weekday)
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, { error: 'a day stands there twice' })
    .describe('Weekdays on which the route runs, each once.'),
  stops: z.array(stop).min(1).max(50).describe('Stops of the route, each booked as one job.'),
  dropoff_site_id: requiredLine(64).describe('Common drop-off: id of a site.'),
  starts_on: z.iso.date().describe('First possible day, `YYYY-MM-DD`.'),
  ends_on: z.iso
    .date()
    .nullable()
    .default(null)
    .describe('Last possible day, `YYYY-MM-DD`; null for no end.'),
  skip_public_holidays: z
    .boolean()
    .default(true)
    .describe('Whether the route skips public holidays of South Africa.'),
  cost_centre: costCentre
    .nullable()
    .default(null)
    .describe('Cost centre of the jobs, up to 64 characters; null for that of your policies.'),
  temperature_profile: requestedProfile.temperature_profile
    .nullable()
    .default(null)
    .describe(`${profileName.description} It is null for the range of the SKU.`),
  dry_ice_kg: requestedProfile.dry_ice_kg
    .nullable()
    .default(null)
    .describe(
      'Net mass of dry ice in each parcel in kilograms; null without the profile `dry_ice`.',
    ),
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
    object: objectType('route'),
    id: routeId,
    status: explained(z.enum(['active', 'paused', 'ended']), 'Status of the route.', {
      active: 'its stops are booked 24 hours ahead.',
      paused: 'nothing is booked until it is resumed.',
      ended: 'ended permanently.',
    }),
    next_run_on: z.iso
      .date()
      .nullable()
      .describe(
        'Day of the next run, `YYYY-MM-DD`; null if the route is not active or has no further run.',
      ),
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
  reason: z.string().describe('`window_over`, or the error code of the last refused booking.'),
});

const stopStatuses = ['due', 'booked', 'collected', 'not_collected', 'missed', 'skipped'] as const;
const runStop = stopOutcome.omit({ route_id: true }).extend({
  status: explained(z.enum(stopStatuses), 'Outcome of the stop.', {
    due: 'not booked yet.',
    booked: 'its job is booked.',
    collected: 'its parcels were collected.',
    not_collected: 'the job ended without a collection.',
    missed: 'no job could be booked in time.',
    skipped: 'the route did not run that day.',
  }),
  reason: z.string().nullable().describe('Why the stop was missed, as a code; null otherwise.'),
  job_id: z.string().nullable().describe('Id of the job, `job_…`; null until it is booked.'),
  ref: z.string().nullable().describe('Reference of the job, `SVC-…`; null until it is booked.'),
});
/** With its latest stops, newest first. */
export const routeDetail = route
  .extend({
    runs: z.array(runStop).describe('The latest stops, newest first.'),
  })
  .describe('A route with its latest stops.');
