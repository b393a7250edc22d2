/** What a list of jobs is narrowed by. */
import { lineText } from '@svc/contracts';
import type { z } from 'zod';
import { choiceOrNone, day, pick } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { statusLabels } from '../../words/labels.ts';
import { endOfDay, startOfDay } from '../../words/local-time.ts';
import { ownFields } from './instruction-fields.ts';

export const jobFilter = filterOf({
  status: choiceOrNone(statusLabels, { label: 'Status', first: 'All' }),
  reference: ownFields.reference,
  site: pick(lineText(64), { label: 'Site', first: 'All', missing: 'Choose a site.' }),
  from: day({ label: 'Booked from' }),
  until: day({ label: 'Booked until' }),
});
type JobFilter = z.output<typeof jobFilter.query>;

/** Days are South African, the last one included. */
export const jobListInput = ({ from, until, ...filter }: JobFilter) => ({
  ...filter,
  ...(from !== undefined && { created_gte: startOfDay(from) }),
  ...(until !== undefined && { created_lt: endOfDay(until) }),
});
