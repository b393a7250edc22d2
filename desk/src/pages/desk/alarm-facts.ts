/** Content of an alarm, as a list of facts: codes in words, moments in the zone of the desk. */
import type { OpsEvent } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { wordsOf } from './rows/labels.ts';
import { facts } from './rows/table.ts';

type Value = OpsEvent['data'][string];

/** Names of the contract whose first letters alone do not say it. */
const names: Readonly<Record<string, string>> = {
  ref: 'Reference',
  sku: 'Service',
  dc: 'Distribution centre',
  sla_due: 'Due',
  unassigned_at: 'Driver taken off',
  predicted_at: 'Expected arrival',
  minutes_out_of_range: 'Minutes out of range',
  min_c: 'Lowest so far, °C',
  max_c: 'Highest so far, °C',
  box_temperature_c: 'Typed at the collection, °C',
  min_allowed_c: 'Allowed from, °C',
  max_allowed_c: 'Allowed up to, °C',
};

const isMoment = (name: string): boolean => name.endsWith('_at') || name === 'sla_due';

const shown = (name: string, value: Value): Html | string | undefined => {
  if (value === null) return undefined;
  return isMoment(name) && typeof value === 'string'
    ? formatDateTime(new Date(value))
    : String(value);
};

export const alarmFacts = (data: OpsEvent['data']): Html =>
  facts(
    Object.entries(data).map(([name, value]) => [names[name] ?? wordsOf(name), shown(name, value)]),
  );
