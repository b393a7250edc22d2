/** Head of a job's page: what it is, how far it is, and the figures that a decision needs first. */
import { type Html, html } from '@svc/web/html';
import { personName, type Stat, stats } from '@svc/web/parts';
import { progressLine } from '../../../view/progress-line.ts';
import { priorityChip, statusChip } from '../../../words/labels.ts';
import { minutesText } from '../../../words/lateness.ts';
import { dueCell, marked, temperatureOf } from '../rows/board-table.ts';
import { dueState, isOver } from '../rows/urgency.ts';
import type { DeskJobDetail, JobPageData } from './job-data.ts';
import { call } from './job-facts.ts';

export const jobHead = (headed: Headed, now: Date): Html =>
  jobState(headed, now, { before: html`<h1>Job ${headed.job.ref}</h1>` });

/** Its first line is the caller's: a heading, and what stands at the end. */
export const jobState = (
  { job, driver }: Headed,
  now: Date,
  { before, after }: { before: Html; after?: Html },
): Html => html`<div class="title">
${before}${statusChip(job.status)}${priorityChip(job.priority)}${after}</div>
<p class="soft">${job.pickup.name} → ${job.dropoff.name}. ${job.service} of ${job.tenant.name}</p>
${progressLine(job)}
${stats('Now', figuresOf({ job, driver }, now))}`;

type Headed = Pick<JobPageData, 'job' | 'driver'>;

const soonOrLate = { soon: 'warn', late: 'bad' } as const;

function figuresOf({ job, driver: known }: Headed, now: Date): Stat[] {
  const { driver, vehicle, tracking } = job;
  const due = dueState(job, now);
  const isOut = Boolean(tracking?.out_of_range);
  return [
    { value: dueCell(job, now), label: 'Due', tone: due && soonOrLate[due] },
    ...(isOver(job) ? [] : [{ value: arrivalOf(job), label: 'Expected in' }]),
    {
      value: tracking?.temperature ? `${tracking.temperature.temperature_c} °C` : 'No reading',
      label: `Temperature, ${temperatureOf(job)}`,
      tone: isOut ? 'bad' : undefined,
    },
    {
      value: driver
        ? html`${personName(driver.first_name)}${known?.phone ? html` ${call(known.phone)}` : undefined}`
        : marked('No driver'),
      label: vehicle?.registration ?? 'No vehicle',
    },
  ];
}

function arrivalOf({ tracking }: DeskJobDetail): string {
  if (!tracking) return 'Not known';
  return tracking.eta_basis === 'schedule' ? 'No position' : minutesText(tracking.eta_minutes);
}
