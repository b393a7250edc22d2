/** IFTSTA: status report of a delivery to an EDI sender (docs/wholesale-edi.md). */
import type { InterchangeEnvelope } from './interchange.ts';

/** Envelope data of an interchange, stored for its answers. */
export interface EdiSender extends InterchangeEnvelope {
  directory: Directory;
}

/** The directory of the instruction is that of its answer. */
type Directory = '96A' | '01B';

export interface DeliveryReport {
  order_id: string;
  /** The wholesaler's own; may be empty. */
  reference: string;
  job_ref: string;
  seal: string;
  delivered_at: Date;
}

interface InterchangeReference {
  /** Unique per interchange, at most 14 characters. */
  reference: string;
  at: Date;
}

/**
 * One interchange for one delivery: status event 21, delivered, in UTC. Sender and recipient of the
 * instruction change places. The person who received is not named.
 */
export function writeIftsta(
  delivered: DeliveryReport,
  to: EdiSender,
  answer: InterchangeReference,
): Buffer {
  const { directory, sender, recipient } = to;
  const { reference, at } = answer;
  const body = [
    ['UNH', '1', ['IFTSTA', 'D', directory, 'UN']],
    ['BGM', '23', reference, '9'],
    ['DTM', ['137', `${minutes(at)}UTC`, '303']],
    ['CNI', '1', delivered.order_id],
    ['STS', '1', '21'],
    ['RFF', ['CN', delivered.job_ref]],
    ...referenceOf('CU', delivered.reference),
    ...referenceOf('SN', delivered.seal),
    ['DTM', ['334', `${minutes(delivered.delivered_at)}UTC`, '303']],
  ];
  const isLatin = latin.test(body.flat(2).join(''));
  const [day, time] = [minutes(at).slice(0, 8), minutes(at).slice(8)];
  const segments = [
    [
      'UNB',
      isLatin ? latin1 : utf8,
      recipient,
      sender,
      [isLatin ? day.slice(2) : day, time],
      reference,
    ],
    ...body,
    ['UNT', `${body.length + 1}`, '1'],
    ['UNZ', '1', reference],
  ];
  const text = ["UNA:+.? '", ...segments.map(segment), ''].join('\r\n');
  return Buffer.from(text, isLatin ? 'latin1' : 'utf8');
}

/** Syntax version 3, which everybody reads, unless something does not fit into its charset. */
const latin1 = ['UNOC', '3'];
const utf8 = ['UNOW', '4'];
const latin = /^[\x20-\x7e\xa0-\xff]*$/;

/** Segments of the reference; empty without a value. */
const referenceOf = (qualifier: string, value: string) =>
  value === '' ? [] : [['RFF', [qualifier, value]]];

/** CCYYMMDDHHMM. */
const minutes = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 12);

const segment = (elements: readonly (string | readonly string[])[]): string =>
  `${elements.map(element).join('+')}'`;

const element = (value: string | readonly string[]): string =>
  typeof value === 'string' ? released(value) : value.map(released).join(':');

const released = (value: string): string => value.replace(/[?:+']/g, '?$&');

export const directoryOf = (messageType: string): Directory =>
  messageType.split(':')[2] === '01B' ? '01B' : '96A';
