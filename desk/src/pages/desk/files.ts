/** Files of wholesalers, and their rows with what was wrong. */
import { files, type WholesaleFile, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { nextOf, pager } from '../../address/pager.ts';
import { choiceOrNone, line } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { page } from '../../route/route.ts';
import { marked } from './rows/board-table.ts';
import { fileStatusLabels } from './rows/labels.ts';
import { table } from './rows/table.ts';
import { tenantFilter } from './sites.ts';

const path = '/desk/files';
const { dc } = files.actions.list.input.shape;
const filter = filterOf({
  tenant_id: tenantFilter,
  dc: line(dc, {
    ...{ label: 'Distribution centre', hint: 'Its folder, e.g. jhb-1', type: 'search' },
  }),
  status: choiceOrNone(fileStatusLabels, { label: 'Status', first: 'All' }),
});

const filesPage = page({
  path,
  access: 'ops:dispatch',
  nav: { label: 'Files', icon: 'files', group: 'Network' },
  title: 'Files of wholesalers',
  asks: { files: withActions(files, 'list') },
  load: async ({ query, clients }) => {
    const wanted = query(filter.query);
    return { wanted, list: await clients.files.list({ ...wanted, limit: 50 }) };
  },
  render: ({ wanted: { starting_after, ...wanted }, list }) => html`<h1>Files of wholesalers</h1>
${filter.show(path, wanted)}
${fileTable(list.data)}
${pager(path, wanted, { after: starting_after, next: nextOf(list) })}`,
});

const fileTable = (all: readonly WholesaleFile[]): Html =>
  table({
    label: 'Files',
    caption: all.length === 0 ? 'No files' : 'Files, the newest first',
    columns: ['File', 'Organisation', 'Centre', 'Status', 'Received', 'Rows', 'Refused', 'Faults'],
    rows: all.map(
      ({ id, name, tenant_id, dc, status, received_at, rows, faults }) =>
        html`<th scope="row"><a class="target" href="${path}/${encodeURIComponent(id)}">${name}</a></th><td>${tenant_id}</td><td>${dc}</td>
<td>${fileStatusLabels[status]}</td><td>${formatDateTime(new Date(received_at))}</td><td>${rows.total}</td>
<td>${marked(String(rows.refused), rows.refused > 0)}</td><td>${faultsOf(faults)}</td>`,
    ),
  });

export const faultsOf = (faults: WholesaleFile['faults']): Html =>
  faults.length === 0
    ? html`None`
    : html`<ul>${faults.map(
        ({ column, message }) =>
          html`<li>${column === '' ? undefined : html`<strong>${column}</strong>: `}${message}</li>`,
      )}</ul>`;

export const fileRoutes = [filesPage];
