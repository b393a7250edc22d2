/** The audit log: what people changed, as a page and as a file for spreadsheets. */
import { accounts, type LoggedChange, opaqueId, withActions } from '@svc/contracts';
import { changeLines } from '@svc/web/change-lines';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import type { z } from 'zod';
import { nextOf, pager, searchOf } from '../../address/pager.ts';
import { day, line } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { download, page } from '../../route/route.ts';
import { endOfDay, startOfDay } from '../../words/local-time.ts';
import { actionLabel } from './action-labels.ts';

const filter = filterOf({
  from: day({ label: 'From' }),
  to: day({ label: 'To' }),
  person_id: line(opaqueId, { label: 'Id of the person', max: 64 }),
  object_id: line(opaqueId, { label: 'Id of what changed', max: 64 }),
});
type Filter = z.output<typeof filter.query>;

const limit = 50;
const asks = { accounts: withActions(accounts, 'listChanges') };
const path = '/audit';

/** Days are South African: UTC+2 all year. The last one is included. */
const wantedOf = ({ from, to, ...ids }: Omit<Filter, 'starting_after'>) => ({
  ...ids,
  created_gte: from && startOfDay(from),
  created_lt: to && endOfDay(to),
});

const auditPage = page({
  path,
  access: 'audit:read',
  nav: { label: 'Audit log', icon: 'rotate-ccw-clock', group: 'Organisation' },
  title: 'Audit log',
  asks,
  load: async ({ query, clients }) => {
    const { starting_after, ...wanted } = query(filter.query);
    const asked = { ...wantedOf(wanted), starting_after, limit };
    return { wanted, starting_after, list: await clients.accounts.listChanges(asked) };
  },
  render: ({ wanted, starting_after, list }, { person }) => html`<h1>Audit log</h1>
<p>What people changed of the data of ${person.tenant.name}, and what its people changed, within seconds of the change. Nothing in it is ever changed or removed. Personal data is withheld: the log says that it changed.</p>
${filter.show(path, wanted)}
<p><a href="/audit.csv${searchOf(wanted)}">These changes as a CSV file</a></p>
${
  list.data.length === 0
    ? html`<p>No change fits.</p>`
    : html`<div class="table" role="region" aria-label="Changes" tabindex="0"><table id="changes">
<caption>Changes, the newest first</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${list.data.map(row)}</tbody>
</table></div>`
}
${pager(path, wanted, { after: starting_after, next: nextOf(list) })}`,
});

const auditFile = download({
  path: '/audit.csv',
  access: 'audit:read',
  asks,
  load: async ({ query, clients }) => {
    const wanted = wantedOf(query(filter.query));
    const listed = (starting_after?: string) =>
      clients.accounts.listChanges({ ...wanted, starting_after, limit: 500 });
    return {
      fileName: 'audit-log.csv',
      mediaType: 'text/csv; charset=utf-8',
      parts: linesOf(await listed(), listed),
    };
  },
});

type List = Awaited<
  ReturnType<(typeof asks)['accounts']['actions']['listChanges']['output']['parseAsync']>
>;

async function* linesOf(first: List, listed: (after?: string) => Promise<List>) {
  let list = first;
  for (let nth = 0; ; nth += 1) {
    yield changeLines(list.data, nth);
    const next = nextOf(list);
    if (next === undefined) return;
    list = await listed(next);
  }
}

const columns = ['When', 'Person', 'What', 'Of', 'Before', 'After', 'Reason'];

const row = (
  change: LoggedChange,
): Html => html`<tr><th scope="row">${formatDateTime(new Date(change.created_at))}</th>
<td>${change.person_name ?? 'Not of your people any more, a program, or the control desk'} <code>${change.person_id}</code></td>
<td>${actionLabel(change.action)}</td>
<td>${change.object_id === null ? 'none' : html`<code>${change.object_id}</code>`}</td>
<td>${fieldLines(change.before)}</td>
<td>${fieldLines(change.after)}</td>
<td>${change.reason ?? ''}</td></tr>`;

/** A line each. */
const fieldLines = (fields: LoggedChange['before']): Html[] =>
  Object.entries(fields).map(
    ([name, value]) => html`<div>${name}: ${String(value ?? 'none')}</div>`,
  );

export const auditRoutes = [auditPage, auditFile];
