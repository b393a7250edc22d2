/** Forwarded bodies: parsed, checked by the schema of their format, and mapped to readings. */
import {
  forwardedBodies,
  readingsMax,
  type TelematicsFormat,
  type TelemetryReading,
} from '@svc/contracts';
import { readJsonObject } from '@svc/kit/json';
import { readValue } from '@svc/kit/json-issues';
import { BadInput, Refusal } from '@svc/kit/refusal';
import type { z } from 'zod';
import { cartrackReadings } from '../domain/telematics/cartrack.ts';
import { geotabReadings } from '../domain/telematics/geotab.ts';
import { samsaraReadings } from '../domain/telematics/samsara.ts';
import { tiveReadings } from '../domain/telematics/tive.ts';
import { traccarReadings } from '../domain/telematics/traccar.ts';

type Reader = (value: unknown) => TelemetryReading[];

const reader =
  <S extends z.ZodType>(schema: S, readingsOf: (body: z.output<S>) => TelemetryReading[]): Reader =>
  (value) => {
    const read = readValue(schema, value);
    if ('issues' in read) throw new BadInput(read.issues);
    return readingsOf(read.value);
  };

const readers: Readonly<Record<TelematicsFormat, Reader>> = {
  traccar: reader(forwardedBodies.traccar, traccarReadings),
  samsara: reader(forwardedBodies.samsara, samsaraReadings),
  geotab: reader(forwardedBodies.geotab, geotabReadings),
  cartrack: reader(forwardedBodies.cartrack, cartrackReadings),
  tive: reader(forwardedBodies.tive, tiveReadings),
};

export function readForwarded(format: TelematicsFormat, bytes: Buffer): TelemetryReading[] {
  const read = readJsonObject(bytes);
  if ('refused' in read) throw new Refusal(read.refused, read.detail);
  if ('issue' in read) throw new BadInput([read.issue]);
  const readings = readers[format](read.value);
  if (readings.length <= readingsMax) return readings;
  const message = `At most ${readingsMax} readings in a body; this one has ${readings.length}.`;
  throw new BadInput([{ path: [], code: 'too_big', message }]);
}
