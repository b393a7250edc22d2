/** Compliance documents of drivers and vehicles: what a dispatcher must notice. Pure. */
import { type documentPaper, temperatureRanges, type Vehicle } from '@svc/contracts';
import type { z } from 'zod';
import { addDays, formatDay, localDayOf } from '../../../words/local-time.ts';
import { wordsOf } from '../rows/labels.ts';
import type { DeskJob } from '../rows/urgency.ts';

type Paper = z.infer<typeof documentPaper>;

/** Expiries within so many days are marked. */
const noticeDays = 30;

/** Kind of document that says that a vehicle carries a cold box, and until when it is qualified. */
const coldBoxDocument = 'cold_box';

/** Kinds that the forms propose; others may be entered. */
export const driverDocuments = ['driving_licence', 'professional_permit', 'dangerous_goods'];
export const vehicleDocuments = ['roadworthy', 'licence_disc', 'insurance', coldBoxDocument];

interface Horizon {
  now: Date;
  /** When the job is due that they are chosen for. */
  due?: Date | undefined;
}

/** A document is valid through its last day. */
export function documentMark(
  { expires_on }: Pick<Paper, 'expires_on'>,
  { now, due }: Horizon,
): string | undefined {
  const today = localDayOf(now);
  if (expires_on < today) return `expired on ${formatDay(expires_on)}`;
  const isBeforeDue = due !== undefined && expires_on < localDayOf(due);
  return isBeforeDue || expires_on <= addDays(today, noticeDays)
    ? `expires on ${formatDay(expires_on)}`
    : undefined;
}

const documentMarks = (documents: readonly Paper[], horizon: Horizon): string[] =>
  documents.flatMap((paper) => {
    const mark = documentMark(paper, horizon);
    return mark === undefined ? [] : [`${wordsOf(paper.document).toLowerCase()} ${mark}`];
  });

/** Whether the contents must stay colder than any room. */
export const isCold = ({ temperature_range_c: range }: Pick<DeskJob, 'temperature_range_c'>) =>
  range !== null && range.max < temperatureRanges.ambient.min;

interface Assignable extends Pick<DeskJob, 'temperature_range_c' | 'sla_due'> {}

export const vehicleOptions = (vehicles: readonly Vehicle[], job: Assignable, now: Date) =>
  vehicles.map(({ id, registration, documents }) => {
    const hasColdBox = documents.some(({ document }) => document === coldBoxDocument);
    const marks = [
      ...(isCold(job) && !hasColdBox ? ['no cold box on file'] : []),
      ...documentMarks(documents, { now, due: new Date(job.sla_due) }),
    ];
    return [id, marked(registration, marks)] as const;
  });

const marked = (name: string, marks: readonly string[]): string =>
  marks.length === 0 ? name : `${name} – attention: ${marks.join(', ')}`;
