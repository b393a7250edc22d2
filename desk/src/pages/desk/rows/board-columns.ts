/** Columns of the board, and what of a job orders it by one of them. Pure: in browsers, too. */
import type { LiveJob } from '@svc/contracts';
import { priorityLabels, statusLabels } from '../../../words/labels.ts';

/** Full names by the id of the driver. */
export type DriverNames = ReadonlyMap<string, string>;

/** Latest readings by the id of the vehicle, °C; null without one. */
export type Temperatures = ReadonlyMap<string, number | null>;

/** Job of a row: of a list, or of the stream. */
export type BoardJob = Omit<LiveJob, 'pickup' | 'dropoff'> &
  Record<'pickup' | 'dropoff', Pick<LiveJob['pickup'], 'name'>>;

export interface RowParts {
  now: Date;
  /** Absent while their service does not answer. */
  drivers: DriverNames | undefined;
  temperatures: Temperatures;
  /** Values that were selected when the attempt was refused. */
  picked?: ReadonlySet<string>;
  /** Column in place of urgency. */
  sort?: string | undefined;
}

export const columnLabels = {
  ...{ job: 'Job', route: 'From → to', customer: 'Customer', status: 'Status', due: 'Due' },
  ...{ priority: 'Priority', driver: 'Driver', temperature: 'Temperature' },
} as const;
type Column = keyof typeof columnLabels;
export const columns = Object.keys(columnLabels) as Column[];

/** Texts that numbers in them order by their value. */
const keys: Readonly<Record<Column, (job: BoardJob, parts: RowParts) => string | number>> = {
  job: ({ ref }) => ref,
  route: ({ pickup, dropoff }) => `${pickup.name} ${dropoff.name}`,
  customer: ({ tenant }) => tenant.name,
  status: ({ status }) => Object.keys(statusLabels).indexOf(status),
  due: ({ sla_due }) => sla_due,
  priority: ({ priority }) => Object.keys(priorityLabels).toReversed().indexOf(priority),
  driver: ({ driver_id }, { drivers }) => drivers?.get(driver_id ?? '') ?? '',
  // From absolute zero: a minus is no sign in a text.
  temperature: ({ vehicle_id }, { temperatures }) =>
    Math.round(10 * ((temperatures.get(vehicle_id ?? '') ?? 999) + 274)),
};

/** A column in the address, `-due` for the greatest first. */
export const sortOf = (sort: string): { column: Column | undefined; isDown: boolean } => ({
  column: columns.find((each) => each === sort.replace('-', '')),
  isDown: sort.startsWith('-'),
});

export function sortKey(job: BoardJob, parts: RowParts): string | undefined {
  const { column } = sortOf(parts.sort ?? '');
  return column && String(keys[column](job, parts));
}

const { compare } = new Intl.Collator('en', { numeric: true });
export const compareKeys = (a = '', b = '', sort = ''): number =>
  sortOf(sort).isDown ? compare(b, a) : compare(a, b);
