/** An alarm as one sentence: the job by its number, what happened in figures, and the driver. */
import type { OpsEvent } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { minutesText } from '../../words/lateness.ts';
import { clockTime, formatDay } from '../../words/local-time.ts';
import { wordsOf } from './rows/labels.ts';

type Data = OpsEvent['data'];

/** Names of drivers by job. */
export type DriversByJob = ReadonlyMap<string, string>;

const text = (data: Data, name: string): string => String(data[name] ?? 'not known');
const clock = (data: Data, name: string): string =>
  data[name] ? clockTime(new Date(data[name])) : 'not known';
const due = (data: Data): string => `due ${clock(data, 'sla_due')}`;
const minutes = (data: Data, name: string): string => minutesText(Number(data[name] ?? 0));

/** `9 to 12 °C`; what is not known yet is left out. */
const celsius = (from: Data[string] | undefined, to: Data[string] | undefined): string =>
  `${[...new Set([from, to].filter((each) => each !== null && each !== undefined))].join(' to ')} °C`;

/** What follows the number of the job, or what begins the sentence of an alarm without one. */
const sentences: Readonly<Record<OpsEvent['type'], (data: Data) => string>> = {
  'job.booked': (data) => `was booked: priority ${text(data, 'priority')}, ${due(data)}`,
  'job.unassigned': (data) => `has no driver, ${due(data)}`,
  'sla.at_risk': (data) =>
    `will probably be late: arrives ${clock(data, 'predicted_at')}, ${due(data)}`,
  'sla.breached': (data) => `is late by ${minutes(data, 'minutes_late')}, ${due(data)}`,
  'temperature.excursion': (data) =>
    `out of range for ${minutes(data, 'minutes_out_of_range')}, ${celsius(data.min_c, data.max_c)}`,
  'pickup.out_of_range': (data) =>
    `collected at ${text(data, 'box_temperature_c')} °C, allowed ${celsius(data.min_allowed_c, data.max_allowed_c)}`,
  'seal.broken': (data) =>
    `has seal ${text(data, 'observed_seal')}, expected ${text(data, 'expected_seal')}`,
  'incident.reported': (data) => `incident: ${wordsOf(text(data, 'category')).toLowerCase()}`,
  'pickup.failed': () => 'could not be collected',
  'delivery.failed': () => 'could not be handed over: the parcels are brought back',
  'compliance.expiring': (data) =>
    `${wordsOf(text(data, 'document'))} of a ${text(data, 'subject_type')} is valid through ${data.expires_on ? formatDay(String(data.expires_on)) : 'not known'}`,
  'file.refused': (data) =>
    `A file of wholesaler ${text(data, 'dc')} was refused: ${wordsOf(text(data, 'code')).toLowerCase()}`,
  'event.quarantined': (data) =>
    `${text(data, 'consumer')} could not handle ${text(data, 'event_type')} in ${text(data, 'attempts')} attempts`,
  'webhook.disabled': (data) =>
    `A customer's endpoint at ${text(data, 'host')} gets nothing any more`,
};

export function alarmSentence({ type, job_id, data }: OpsEvent, drivers: DriversByJob): Html {
  const what = sentences[type](data);
  const driver = drivers.get(job_id);
  const job =
    job_id !== '' &&
    html`<a class="target" href="/desk/jobs/${encodeURIComponent(job_id)}">${data.ref ?? job_id}</a>${data.ref === undefined && ':'} `;
  return html`${job}${what}${driver !== undefined && `, driver ${driver}`}`;
}
