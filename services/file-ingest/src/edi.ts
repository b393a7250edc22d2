/** EDIFACT in and out: interchanges as manifests, deliveries as IFTSTA. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Fault } from '@svc/contracts';
import type { Manifest } from './csv.ts';
import type { Pod } from './domain/answer.ts';
import { isFault } from './domain/edifact/faults.ts';
import { readIftmin } from './domain/edifact/iftmin.ts';
import { directoryOf, type EdiSender, writeIftsta } from './domain/edifact/iftsta.ts';
import { type Envelope, type Message, readInterchange } from './domain/edifact/interchange.ts';
import { rowsMax } from './domain/file.ts';
import { columns, type ReadRow, readRow, type Wave, withoutRepeats } from './domain/order.ts';
import { dayOf } from './domain/window.ts';

/** Others of this process get their turn in between. */
const messagesPerTurn = 200;

/** Each IFTMIN is a row, judged by the rules of the columns. */
export async function readEdiManifest(bytes: Uint8Array, wave: Wave): Promise<Manifest> {
  const rows: ReadRow[] = [];
  let envelope: Envelope | undefined;
  let edi: EdiSender | undefined;
  for (const part of readInterchange(bytes)) {
    if (isFault(part)) return { fault: part };
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
    if (rows.length % messagesPerTurn === 0) await breathe();
  }
  return { rows: withoutRepeats(rows), edi };
}

function rowOf(message: Message, wave: Wave): ReadRow {
  const { cells, dropDate, faults: own } = readIftmin(message);
  const inOrder = columns.map((column) => cells[column]);
  const { booking, faults: ofColumns, ...read } = readRow(inOrder, message.ordinal, wave);
  // Of another type of message nothing else can be said.
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

/** Its reference is that of the job: one delivery, one answer. */
export const writeDelivered = (pod: Pod, sender: EdiSender): Buffer =>
  writeIftsta({ ...pod, delivered_at: new Date(pod.delivered_at) }, sender, {
    reference: pod.job_ref,
    at: new Date(pod.delivered_at),
  });
