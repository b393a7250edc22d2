/** EDIFACT in and out: interchanges as manifests, deliveries as IFTSTA. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Fault } from '@svc/contracts';
import type { ProofOfDelivery } from '../domain/answer.ts';
import { isFault } from '../domain/edifact/faults.ts';
import { readIftmin } from '../domain/edifact/iftmin.ts';
import { directoryOf, type EdiSender, writeIftsta } from '../domain/edifact/iftsta.ts';
import {
  type EdifactMessage,
  type InterchangeEnvelope,
  readInterchange,
} from '../domain/edifact/interchange.ts';
import { rowsMax, withoutEndMark } from '../domain/file.ts';
import {
  type ParsedManifest,
  type ParsedRow,
  parseRow,
  refuseDuplicateOrders,
  type Wave,
} from '../domain/order.ts';
import { columns } from '../domain/spreadsheet.ts';
import { dayOf } from '../domain/window.ts';

/** Yields to the event loop after this many messages. */
const messagesPerYield = 200;

/** Each IFTMIN message is a row, validated by the column rules of CSV. */
export async function parseEdifactManifest(bytes: Uint8Array, wave: Wave): Promise<ParsedManifest> {
  const rows: ParsedRow[] = [];
  let envelope: InterchangeEnvelope | undefined;
  let edi: EdiSender | undefined;
  for (const part of readInterchange(withoutEndMark(bytes))) {
    if (isFault(part)) {
      const { isCutOff, ...fault } = part;
      return { fault, ...(isCutOff && { isCutOff }) };
    }
    if ('envelope' in part) {
      envelope = part.envelope;
      continue;
    }
    if (rows.length === rowsMax) {
      const message = `more than ${rowsMax} messages`;
      return { fault: { column: '', code: 'too_many_rows', message } };
    }
    if (envelope) edi ??= { ...envelope, directory: directoryOf(part.content.type) };
    rows.push(rowOf(part.content, wave));
    if (rows.length % messagesPerYield === 0) await yieldToEventLoop();
  }
  return { rows: refuseDuplicateOrders(rows), edi };
}

function rowOf(message: EdifactMessage, wave: Wave): ParsedRow {
  const { cells, dropDate, faults: own } = readIftmin(message);
  const inOrder = columns.map((column) => cells[column]);
  const { booking, faults: ofColumns, ...read } = parseRow(inOrder, message.ordinal, wave);
  // The columns of another message type are not validated.
  const isOther = own.some(({ code }) => code === 'unsupported_message');
  if (isOther) return { ...read, booking: null, faults: [...own] };
  const isOnAnotherDay =
    booking && dropDate && dropDate !== dayOf(new Date(booking.sla_due), wave.centre.time_zone);
  const faults: Fault[] = [...own, ...ofColumns, ...(isOnAnotherDay ? [anotherDay] : [])];
  return { ...read, booking: faults.length > 0 ? null : booking, faults };
}

const anotherDay: Fault = {
  column: 'drop_window',
  code: 'wrong_day',
  message: 'not the day that the cut-off of the centre gives',
};

/** The interchange reference is the job's: one interchange per delivery. */
export const writeDeliveryReport = (pod: ProofOfDelivery, sender: EdiSender): Buffer =>
  writeIftsta({ ...pod, delivered_at: new Date(pod.delivered_at) }, sender, {
    reference: pod.job_ref,
    at: new Date(pod.delivered_at),
  });
