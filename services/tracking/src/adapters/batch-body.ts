/** Parses the body of a batch, after its signature was verified. */
import { telemetryRequest } from '@svc/contracts';
import { readJsonObject } from '@svc/kit/json';
import { unknownFields } from '@svc/kit/json-unknown-fields';
import { BadInput, Refusal } from '@svc/kit/refusal';
import { readingsOf } from '../domain/telemetry/batch-readings.ts';

const findUnknown = unknownFields(telemetryRequest);

export function readBatch(bytes: Buffer): unknown[] {
  const read = readJsonObject(bytes);
  if ('refused' in read) throw new Refusal(read.refused, read.detail);
  if ('issue' in read) throw new BadInput([read.issue]);
  const found = readingsOf(read.value);
  if ('fault' in found) throw new BadInput([found.fault]);
  const unknown = findUnknown(read.value);
  if (unknown.length > 0) throw new BadInput(unknown);
  return found.readings;
}
