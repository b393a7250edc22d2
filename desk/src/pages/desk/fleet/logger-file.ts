/** The form that uploads the file of a logger which had no network, and what it answers. */
import { deviceId, type LoggerFile, loggerFileMax, loggerFileName, tracking } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { chip } from '@svc/web/parts';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import {
  choice,
  choiceOrNone,
  day,
  type Field,
  file,
  hidden,
  line,
  orNull,
} from '../../../form/field.ts';
import { form } from '../../../route/route.ts';
import { coldChainLabels, coldChainTones } from '../../portal/words.ts';
import { facts, table } from '../rows/table.ts';
import { boxesPath, boxPath } from './box-forms.ts';

const { shape } = tracking.actions.uploadLoggerFile.input;
const noZone = 'A zone by its name, e.g. Africa/Johannesburg.';
const numbers = /^[1-9]\d?([ ,;]+[1-9]\d?){1,2}$/;

type Columns = z.input<typeof shape.columns>;
const columnsText = line(z.string().regex(numbers).max(12), {
  label: 'Columns',
  hint: 'Their numbers from 1: date, time, temperature, as in 2 3 4; two if date and time are one. Empty: as the file shows.',
  error: 'Enter two or three numbers, e.g. 1 2 3.',
});
const columns: Field<Columns> = {
  ...columnsText,
  entry: columnsText.entry.transform((text) => {
    const [date = 0, second = 0, third] = text.split(/[ ,;]+/).map(Number);
    if (text === '') return undefined;
    if (third === undefined) return { date, temperature: second };
    return { date, time: second, temperature: third };
  }),
};

export const uploadLoggerFile = form(tracking, 'uploadLoggerFile', {
  ...{ path: '/desk/boxes/{id}/logger-files', access: 'ops:dispatch', home: boxPath },
  fields: {
    device_id: line(deviceId, {
      ...{ label: 'Logger', hint: 'Its number, as it was put in this box' },
      ...{ missing: 'Which logger is it?', error: 'Letters, digits and . _ : - only.' },
    }),
    content: file(shape.content, {
      label: 'File',
      hint: `Text or CSV as its program exports it, at most ${loggerFileMax} characters`,
      missing: 'Choose the file.',
      error: 'This is no text file: export it as CSV or text.',
    }),
    /** Name of the file, as the browser has it. */
    content_name: hidden(loggerFileName.optional().catch(undefined)),
    columns,
    date_order: choiceOrNone(
      { dmy: 'Day, month, year', mdy: 'Month, day, year', ymd: 'Year, month, day' },
      { label: 'Dates', first: 'As the file shows' },
    ),
    unit: choice({ C: '°C', F: '°F' }, { label: 'Unit' }),
    time_zone: line(shape.time_zone, {
      ...{ label: 'Time zone of the logger', usual: 'Africa/Johannesburg', max: 64 },
      ...{ missing: noZone, error: noZone },
    }),
    calibrated_until: orNull(day({ label: 'Calibrated until' })),
  },
  input: ({ fields: { content_name: name, ...fields }, param }) => ({
    ...{ id: param('id'), ...fields, name },
  }),
  refusals: { wrong_box: { field: 'content' } },
  answer: (file) => ({ title: 'Logger file', body: uploaded(file) }),
});

const uploaded = ({ asset_id, device_id, jobs, ...file }: LoggerFile): Html =>
  html`<h1>Logger file</h1>
<p>The readings of logger ${device_id} are stored with the box.</p>
${facts([
  ['Readings that count', file.readings],
  ['Of other times, left out', file.ignored],
  ['From', formatDateTime(new Date(file.from))],
  ['To', formatDateTime(new Date(file.to))],
])}
<h2>Jobs in the box at that time</h2>
${jobs.length === 0 ? html`<p>None.</p>` : html`<ul class="rows">${jobs.map(jobRow)}</ul>`}
<p><a class="button" href="${boxesPath}/${asset_id}">Back to the box</a></p>`;

const jobRow = ({ job_id, ref, result }: LoggerFile['jobs'][number]): Html =>
  html`<li><a class="target" href="/desk/jobs/${job_id}">${ref}</a>
${result === null ? 'Counts when it is delivered' : chip(coldChainTones[result], coldChainLabels[result])}</li>`;

/** Files that the page of a box shows; the API lists all. */
export const shownFilesMax = 20;

export const loggerFileTable = (
  { data, has_more }: { data: readonly LoggerFile[]; has_more: boolean },
  actor: (by: string) => string,
): Html =>
  table({
    label: 'Logger files',
    caption: has_more ? `The last ${shownFilesMax}` : 'All files, the last readings first',
    columns: ['File', 'Uploaded', 'Readings', 'Jobs'],
    rows: data.map(
      ({ name, device_id, created_at, uploaded_by, readings, from, to, jobs }) =>
        html`<th scope="row" class="whole">${name ?? 'Without a name'} <span class="soft">${device_id}</span></th>
<td>${formatDateTime(new Date(created_at))} <span class="soft whole">${actor(uploaded_by)}</span></td>
<td>${readings} <span class="soft whole">${formatDateTime(new Date(from))} to ${formatDateTime(new Date(to))}</span></td>
<td>${jobs.length === 0 ? 'None' : html`<ul class="rows">${jobs.map(jobRow)}</ul>`}</td>`,
    ),
  });
