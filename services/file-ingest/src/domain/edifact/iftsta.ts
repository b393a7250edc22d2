/** IFTSTA: what EDI senders are told of a delivery (docs/wholesale-edi.md). */
import type { Envelope } from './interchange.ts';

/** What is kept of an interchange for the sake of its answers. */
export interface EdiSender extends Envelope {
  directory: Directory;
}

/** The directory of the instruction is that of its answer. */
type Directory = '96A' | '01B';

export interface Delivered {
  order_id: string;
  /** The wholesaler's own; may be empty. */
  reference: string;
  job_ref: string;
  seal: string;
  delivered_at: Date;
}

interface Answer {
  /** Unique per interchange, at most 14 characters. */
  reference: string;
  at: Date;
}

/**
 * One interchange for one delivery: status event 21, delivered, in UTC. Sender and recipient of the
 * instruction change places. The person who received is not named.
 */
export function writeIftsta(delivered: Delivered, to: EdiSender, answer: Answer): string {
  const { directory, sender, recipient } = to;
  const { reference, at } = answer;
  const body = [
    ['UNH', '1', ['IFTSTA', 'D', directory, 'UN']],
    ['BGM', '23', reference, '9'],
    ['DTM', ['137', `${minutes(at)}UTC`, '303']],
    ['CNI', '1', delivered.order_id],
    ['STS', '1', '21'],
    ['RFF', ['CN', delivered.job_ref]],
    ...(delivered.reference === '' ? [] : [['RFF', ['CU', delivered.reference]]]),
    ['RFF', ['SN', delivered.seal]],
    ['DTM', ['334', `${minutes(delivered.delivered_at)}UTC`, '303']],
  ];
  const time = minutes(at);
  const date = [time.slice(2, 8), time.slice(8)];
  return [
    "UNA:+.? '",
    ...[
      ['UNB', ['UNOW', '4'], recipient, sender, date, reference],
      ...body,
      ['UNT', `${body.length + 1}`, '1'],
      ['UNZ', '1', reference],
    ].map(segment),
    '',
  ].join('\r\n');
}

/** CCYYMMDDHHMM. */
const minutes = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 12);

const segment = (elements: readonly (string | readonly string[])[]): string =>
  `${elements.map(element).join('+')}'`;

const element = (value: string | readonly string[]): string =>
  typeof value === 'string' ? released(value) : value.map(released).join(':');

const released = (value: string): string => value.replace(/[?:+']/g, '?$&');

export const directoryOf = (messageType: string): Directory =>
  messageType.split(':')[2] === '01B' ? '01B' : '96A';
