/**
 * Telematics: readings in the format of the system that sent them. Each schema has the members that
 * are read; a provider sends many more, which are ignored.
 *
 * Terms
 * - **format**: the JSON that one telematics system pushes, or answers to a poll.
 * - **forwarded body**: one JSON object in that format, as its system wrote it.
 * - **first probe**: belongs to the device itself; probe n of the device is `<device>:<n>`.
 */
import { z } from 'zod';
import { command } from '../define.ts';
import { explained } from '../description.ts';
import { instant } from '../primitives.ts';
import { telemetryBatch } from './telemetry.ts';

export const telematicsFormats = ['traccar', 'samsara', 'geotab', 'cartrack', 'tive'] as const;
export const telematicsFormat = explained(
  z.enum(telematicsFormats),
  'Telematics system whose JSON is forwarded.',
  {
    traccar: 'position that Traccar forwards with `forward.type` `json`.',
    samsara: 'answer of `GET /fleet/vehicles/stats/feed` or `/fleet/trailers/stats/feed`.',
    geotab: 'answer to `GetFeed` of `LogRecord` or `StatusData`.',
    cartrack: 'answer of `GET /rest/vehicles/status` or `/rest/topics/vehicles/temperature`.',
    tive: 'webhook of a tracker, without a template.',
  },
);
export type TelematicsFormat = z.output<typeof telematicsFormat>;

const number = z.number().nullish();
/** Traccar and Cartrack name the probes of a tracker alike; °C. */
const probes = { temp1: number, temp2: number, temp3: number, temp4: number };
export type ProbeTemperatures = z.output<z.ZodObject<typeof probes>>;

const traccar = z.object({
  position: z.object({
    deviceTime: instant,
    fixTime: instant,
    valid: z.boolean(),
    outdated: z.boolean().default(false),
    latitude: z.number(),
    longitude: z.number(),
    /** Knots. */
    speed: number,
    attributes: z.object(probes).default({}),
  }),
  device: z.object({ uniqueId: z.string() }),
});

/** Thousandths of a degree Celsius. */
const milliCelsius = z.array(z.object({ time: instant, value: z.number() })).default([]);
const samsara = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      gps: z
        .array(
          z.object({
            time: instant,
            latitude: z.number(),
            longitude: z.number(),
            speedMilesPerHour: number,
          }),
        )
        .default([]),
      ambientAirTemperatureMilliC: milliCelsius,
      reeferReturnAirTemperatureMilliCZone1: milliCelsius,
      reeferReturnAirTemperatureMilliCZone2: milliCelsius,
      reeferReturnAirTemperatureMilliCZone3: milliCelsius,
    }),
  ),
});

/** A `LogRecord` has a position, `StatusData` the value of a diagnostic. */
const geotabRecord = z
  .object({
    device: z.object({ id: z.string() }),
    dateTime: instant,
    latitude: z.number().optional(),
    longitude: z.number().optional(),
    /** km/h. */
    speed: number,
    diagnostic: z.object({ id: z.string() }).optional(),
    data: z.number().optional(),
  })
  .check(({ value, issues }) => {
    const needed = value.diagnostic ? (['data'] as const) : (['latitude', 'longitude'] as const);
    for (const name of needed.filter((each) => value[each] === undefined)) {
      issues.push({ ...missing, input: value, path: [name] });
    }
  });
const missing = { code: 'invalid_type', expected: 'number', message: 'Required.' } as const;
const geotab = z.object({ result: z.object({ data: z.array(geotabRecord) }) });

/** Timestamp as Postgres writes it: `2026-11-02 10:12:00+02`. */
const cartrackTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d(?::\d\d)?)$/);
const cartrack = z.object({
  data: z.array(
    z.object({
      vehicle_id: z.union([z.int(), z.string()]),
      event_ts: cartrackTime.nullable(),
      location: z
        .object({ latitude: number, longitude: number, updated: cartrackTime.nullish() })
        .nullish(),
      /** km/h. */
      speed: number,
      ...probes,
    }),
  ),
});

const tiveTemperature = z.object({ Celsius: number, Fahrenheit: number }).nullish();
const tive = z.object({
  DeviceId: z.string(),
  /** UTC, without a `Z`. */
  EntryTimeUtc: z.iso.datetime({ local: true, offset: true }),
  Temperature: tiveTemperature,
  ProbeTemperature: tiveTemperature,
  Location: z
    .object({
      Latitude: number,
      Longitude: number,
      Accuracy: z.object({ Meters: number }).nullish(),
    })
    .nullish(),
});

/** Bodies by format. */
export const forwardedBodies = { traccar, samsara, geotab, cartrack, tive };
type Bodies = typeof forwardedBodies;
export type ForwardedBody<F extends TelematicsFormat> = z.output<Bodies[F]>;

/** In the document: which members it needs is for the documentation of its system. */
export const forwardedBody = z
  .record(z.string(), z.unknown())
  .describe('The JSON object of the telematics system, unchanged. Members not needed are ignored.');
export const exampleForwarded: z.input<typeof traccar> = {
  position: {
    deviceTime: '2026-11-02T08:12:00.000+00:00',
    fixTime: '2026-11-02T08:12:00.000+00:00',
    outdated: false,
    valid: true,
    latitude: -26.2041,
    longitude: 28.0473,
    speed: 20.8,
    attributes: { temp1: 4.1 },
  },
  device: { uniqueId: '861234567890123' },
};

export const telematicsActions = {
  /** For the provider whose credential asks, registered with this format. */
  forward: command({
    input: z.object({
      client_id: z.string().max(200),
      format: telematicsFormat,
      /** The body's bytes in base64. */
      body: z.string().max(400_000),
    }),
    output: telemetryBatch,
    refusals: ['provider_not_found', 'invalid_json'],
    issues: { 'format.invalid_value': 'provider_not_found' },
  }),
};
