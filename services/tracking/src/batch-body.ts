/** The bytes of a batch, once its signature is known to be right. */
import { readJsonObject } from '@svc/kit/json';
import { Refusal } from '@svc/kit/refusal';
import { BadInput } from '@svc/kit/reply';
import { readingsOf } from './domain/telemetry/batch.ts';

export function readBatch(bytes: Buffer): unknown[] {
  const read = readJsonObject(bytes);
  if ('refused' in read) throw new Refusal(read.refused, 'The body could not be parsed as JSON.');
  if ('issue' in read) throw new BadInput([read.issue]);
  const found = readingsOf(read.value);
  if ('fault' in found) throw new BadInput([found.fault]);
  return found.readings;
}
