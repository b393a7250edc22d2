/** The component page, in development alone: each component in each of its states. */
import type { TemperatureChart, TimelineJob } from '@svc/contracts';
import { traceFigure } from '@svc/paperwork/temperature/chart';
import { dayBars } from '@svc/web/chart';
import { type Html, html } from '@svc/web/html';
import { icon, iconNames } from '@svc/web/icon';
import {
  card,
  chip,
  folded,
  personName,
  type Step,
  stats,
  stepLine,
  type Tone,
} from '@svc/web/parts';
import { z } from 'zod';
import { pager } from '../address/pager.ts';
import * as fields from '../form/field.ts';
import { type FormEntries, fieldsView } from '../form/field-view.ts';
import { page } from '../route/route.ts';
import { facts, table } from './desk/rows/table.ts';
import { picture } from './desk/timeline/timeline-picture.ts';
import { windowOf } from './desk/timeline/timeline-window.ts';

const tones = {
  bad: 'Out of range',
  warn: 'At risk',
  good: 'Delivered',
  info: 'Assigned',
  move: 'In transit',
  calm: 'Booked',
} as const satisfies Record<Tone, string>;

const chips = Object.entries(tones).map(([tone, word]) => html`${chip(tone as Tone, word)} `);

const figures = stats('Jobs', [
  { value: '12', label: 'Unassigned', tone: 'bad', href: '#figures' },
  { value: '3', label: 'Due within 1 h', tone: 'warn', href: '#figures', isCurrent: true },
  { value: '41', label: 'In transit', href: '#figures' },
  { value: html`97&nbsp;%`, label: 'On time, no link' },
]);

const way = ['Booked', 'Assigned', 'To pick-up', 'Collected', 'Delivered'];
/** A job that is `state` at step `here`. */
const stepsAt = (here: number, state: Step['state']): Html =>
  stepLine(
    `Progress, ${state}`,
    way.map((label, n) => ({ label, state: n === here ? state : n < here ? 'done' : 'ahead' })),
  );

const more = html`<p>What stands behind it.</p>`;
const folds = html`<div class="actions">${folded({ label: 'Closed' }, more)}</div>
${folded({ label: html`${icon('tag')}Open`, isOpen: true }, more)}
<details><summary>A plain fold</summary>${more}</details>`;

const buttons = html`<div class="actions">
<button type="button" class="first">First</button>
<button type="button">Other</button>
<button type="button" class="plain">Plain</button>
<button type="button" disabled>Disabled</button>
<a class="button" href="#buttons">${icon('truck')}Link</a>
<a class="button first" href="#buttons">First link</a>
</div>`;

const text = z.string().max(80);
const options = { lab: 'Laboratory', clinic: 'Clinic' };
const controls = {
  line: fields.line(text, { label: 'Line', hint: 'A hint.', missing: 'Enter a name.' }),
  number: fields.number(z.int().min(1).max(9), { label: 'Number', step: 1 }),
  phone: fields.phone('Telephone'),
  area: fields.area(text, { label: 'Area' }),
  day: fields.day({ label: 'Day' }),
  moment: fields.moment({ label: 'Moment' }),
  choice: fields.choice(options, { label: 'Choice' }),
  tick: fields.tick({ label: 'Tick', missing: 'Tick it.' }),
  ticks: fields.ticks(text, {
    ...{ label: 'Ticks', hint: 'At least one.', missing: 'Tick one.' },
    options: [
      ['a', 'Alarms', 'With their meaning'],
      ['b', 'Jobs'],
    ],
  }),
};
const entered: Readonly<Record<string, string>> = {
  ...{ line: 'Ridge Clinic', number: '3', phone: '+27 11 555 0100', area: 'Ring twice.' },
  ...{ day: '2026-11-02', moment: '2026-11-02T10:00', choice: 'clinic', tick: 'yes' },
};
/** A form whose every field was refused. */
const refused: FormEntries = {
  value: (name) => entered[name] ?? '',
  values: () => ['b'],
  fault: () => 'Does not fit.',
};
const form = (prefix: string, shown: fields.Fields, entries?: FormEntries): Html =>
  html`<div class="columns">${fieldsView(shown, { values: { ...entered, ticks: ['a'] }, prefix }, entries)}</div>`;
const { line, area, choice, tick, ticks } = controls;

const rows = table({
  label: 'Jobs',
  caption: 'Jobs, the newest first',
  columns: ['Job', 'Driver', 'Status'],
  rows: [1, 2].map(
    (n) => html`<th scope="row"><a class="target" href="#table">SVC-${n}</a></th>
<td>${personName('Naledi Example')}</td><td>${chip('move', 'In transit')}</td>`,
  ),
});

const messages = html`<p class="alert" role="alert">Not saved: the job changed.</p>
<section class="notice" aria-label="Notice"><p>SVC-7HA9 is assigned.</p><button type="button">Undo</button></section>
<p class="soft">As of 10:00</p><p class="bad-text">Escalated 10:00</p><p class="empty">No job was booked today yet.</p>`;

const icons = html`<div class="actions">${iconNames.map((name) => html`<span>${icon(name)} ${name}</span>`)}</div>`;

const now = new Date('2026-11-02T08:00:00.000Z');
const at = (minute: number): string => new Date(now.getTime() + minute * 60_000).toISOString();
const bars = dayBars({
  ...{ caption: 'Jobs by day of booking', summary: ([late]) => `${late} jobs were late.` },
  parts: [
    ['Late', 'bad'],
    ['On time', 'good'],
    ['Under way', 'info'],
  ],
  days: [14, 18, 12, 0, 16, 21, 16].map((count, n) => ({
    ...{ day: `${20 + n} Oct 2026`, values: [n % 3, count, n === 6 ? 7 : 0] },
  })),
});
const readings = (...points: [minute: number, celsius: number][]): [number, number][] =>
  points.map(([minute, celsius]) => [Date.parse(at(minute)), celsius]);
const probe = { device_id: 'TR-0042' };
const trace: TemperatureChart = {
  ...{ range_c: [2, 8], from: at(0), to: at(60), latest: null },
  gaps: [{ from: at(36), to: at(54) }],
  suspects: [{ ...probe, seq: 7, at: at(30), temperature_c: 85, decision: null }],
  excursions: [{ ...probe, from: at(10), to: at(19), minutes: 9, min_c: 8.4, max_c: 9.6 }],
  series: [
    {
      ...probe,
      lines: [readings([0, 4], [8, 6], [14, 9.6], [22, 6], [36, 5]), readings([54, 5], [60, 4.4])],
    },
    { device_id: 'TR-0043', lines: [readings([0, 5], [36, 6]), readings([56, 5.5])] },
  ],
};
const jobAt = (
  n: number,
  status: TimelineJob['status'],
  ...conflicts: TimelineJob['conflicts']
) => ({
  ...{
    id: `job_${n}`,
    ref: `SVC-7HA${n}`,
    version: 1,
    service: 'Specimen STAT',
    status,
    conflicts,
  },
  ...{ starts_at: at(70 * (n - 2)), sla_due: at(70 * (n - 1) + 20), priority: 'stat' as const },
  ...{
    pickup: { site_id: 'a', name: 'Ridge Clinic' },
    dropoff: { site_id: 'b', name: 'Laboratory' },
  },
  ...{ tenant_name: '', temperature_range_c: null, driver_id: null, vehicle: null, undo: null },
});
const doubt = { document: null, expires_on: null, refs: [], parcels: null };
const box = { ...doubt, code: 'cold_box_missing', is_blocking: true } as const;
const shift = { ...doubt, code: 'off_shift', is_blocking: false } as const;
const driver = { driver_id: 'drv_1', first_name: 'Naledi', last_name: 'Example', vehicle: null };
const shifts = [{ from: at(-120), to: at(240) }];
const running = [jobAt(0, 'in_transit'), jobAt(1, 'exception'), jobAt(2, 'collected')];
const planned = picture({
  ...{ span: windowOf({}, now), wanted: {}, now },
  day: {
    ...{ object: 'timeline', date: '', from: at(0), to: at(0), has_more: false },
    ...{ unassigned: [jobAt(0, 'booked'), jobAt(1, 'booked')], has_more_unassigned: false },
    drivers: [
      { ...driver, status: 'active', shifts, jobs: [...running, jobAt(4, 'assigned', box)] },
      { ...driver, status: 'retired', shifts: [], jobs: [jobAt(4, 'assigned', shift)] },
    ],
  },
});

const sections: Readonly<Record<string, Html>> = {
  Chips: html`<p>${chips}</p>`,
  People: html`<p>${['Naledi Example', 'Ann van der Merwe', 'Thabo'].map((name) => html`${personName(name)} `)}</p>`,
  Figures: figures,
  Steps: html`${stepsAt(0, 'now')}${stepsAt(2, 'now')}${stepsAt(3, 'halt')}${stepsAt(4, 'done')}`,
  Folded: folds,
  Buttons: buttons,
  Fields: form('free', controls),
  Faults: form('refused', { line, area, choice, tick, ticks }, refused),
  Table: html`${rows}${pager('/design', {}, { after: 'a', next: 'b' })}`,
  Facts: facts([
    ['Customer', 'Demo Health Group'],
    ['Seal', 'SEAL-0001'],
  ]),
  'Bars by day': bars,
  'Temperature trace': traceFigure(trace),
  Timeline: planned,
  Messages: messages,
  Icons: icons,
};

export const designPage = page({
  path: '/design',
  access: 'signed_in',
  title: 'Components',
  asks: {},
  load: () => Promise.resolve(undefined),
  render: () =>
    html`<h1>Components</h1>${Object.entries(sections).map(([title, content]) => card({ title }, content))}`,
});
