import { files, type OutputOf, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import { pager } from '../../address/pager.ts';
import { choiceOrNone } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { page } from '../../route/route.ts';
import { faultsOf } from './files.ts';
import { marked } from './rows/board-table.ts';
import { fileStatusLabels, rowStatusLabels } from './rows/labels.ts';
import { facts, table } from './rows/table.ts';

type File = OutputOf<typeof files.actions.get>;

const rowStatus = choiceOrNone(rowStatusLabels, { label: 'Status', first: 'All' });
/** The cursor is the number of the row. */
const filter = z.object({
  row_status: rowStatus.entry.optional().catch(undefined),
  starting_after: z.coerce.number().int().min(1).optional().catch(undefined),
});

const filePage = page({
  path: '/desk/files/{id}',
  access: 'ops:dispatch',
  asks: { files: withActions(files, 'get') },
  load: async ({ param, query, clients }) => {
    const wanted = query(filter);
    const { row_status, starting_after: after_row } = wanted;
    const id = param('id');
    return { wanted, id, file: await clients.files.get({ id, row_status, after_row }) };
  },
  title: ({ file }) => file.name,
  render: ({ wanted, id, file }) => {
    const { data, has_more } = file.row_list;
    const path = `/desk/files/${encodeURIComponent(id)}`;
    const { row_status, starting_after } = wanted;
    return html`<p><a class="target" href="/desk/files">Files of wholesalers</a></p>
<h1>${file.name}</h1>
${fileFacts(file)}
<h2>Rows</h2>
${filterOf({ row_status: rowStatus }).show(path, { row_status })}
${rowTable(file)}
${pager(
  path,
  { row_status },
  {
    after: starting_after === undefined ? undefined : String(starting_after),
    next: has_more ? String(data.at(-1)?.row ?? '') : undefined,
  },
)}`;
  },
});

const time = (at: string | null, otherwise: string) =>
  at === null ? otherwise : formatDateTime(new Date(at));

const fileFacts = (file: File): Html =>
  facts([
    ['Status', fileStatusLabels[file.status]],
    ['Organisation', file.tenant_id],
    ['Distribution centre', file.dc],
    ['Received', time(file.received_at, '')],
    ['Answered', time(file.answered_at, 'Not yet')],
    ['Took', file.took_ms === null ? undefined : `${file.took_ms} ms`],
    ['Failed attempts', file.attempts],
    ['Size', file.size === null ? undefined : `${file.size} bytes`],
    ['SHA-256', file.sha256 === null ? undefined : html`<code>${file.sha256}</code>`],
    ['Faults of the whole file', faultsOf(file.faults)],
    [
      'Rows',
      html`${file.rows.total}: ${file.rows.booked} booked, ${file.rows.already_booked} booked by an earlier file, ${marked(`${file.rows.refused} refused`, file.rows.refused > 0)}, ${file.rows.waiting} waiting`,
    ],
    [
      'Contents deleted',
      file.contents_removed_at === null ? undefined : time(file.contents_removed_at, ''),
    ],
  ]);

const rowTable = ({ row_list: { data } }: File): Html =>
  table({
    label: 'Rows',
    caption: data.length === 0 ? 'No rows' : 'Rows in order, with what is wrong',
    columns: ['Row', 'Order', 'Status', 'Job', 'Faults', 'Proof of delivery'],
    rows: data.map(
      ({ row, order_id, status, job_id, ref, faults, pod_file }) =>
        html`<th scope="row">${row}</th><td>${order_id}</td><td>${marked(rowStatusLabels[status], status === 'refused')}</td>
<td>${job_id === null ? 'None' : html`<a class="target" href="/desk/jobs/${encodeURIComponent(job_id)}">${ref ?? job_id}</a>`}</td>
<td>${faultsOf(faults)}</td><td>${pod_file ?? 'Not yet'}</td>`,
    ),
  });

export const fileDetailRoutes = [filePage];
