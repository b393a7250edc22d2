/** Reception of a laboratory: scan what arrives, accept or reject each specimen. */
import {
  barcode,
  jobs,
  lineText,
  opaqueId,
  partner,
  type Reception,
  rejectionReasons,
  withActions,
} from '@svc/contracts';
import { matchingCode } from '@svc/text/codes/scanned-code';
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import { choice, line, orNone } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { form, page } from '../../route/route.ts';
import { dataOf, partOf } from '../../view/part.ts';
import { jobTable } from './job-table.ts';
import { reasonLabels } from './words.ts';

const find = filterOf({
  job: line(opaqueId, {
    ...{ label: 'Number of a job', type: 'search', isFocused: true, max: 64 },
    missing: 'Enter the number of a job.',
  }),
});
const receptionAsked = withActions(partner, 'getReception');
const deliveredMax = 25;

const deliveredPage = page({
  path: '/reception',
  access: 'jobs:write',
  nav: { label: 'Reception', icon: 'scan-line' },
  title: 'Reception',
  asks: { jobs: withActions(jobs, 'list', 'get') },
  load: async ({ query, clients }) => {
    const { job } = query(find.query);
    if (job === undefined) {
      const { data } = await clients.jobs.list({ status: 'delivered', limit: deliveredMax });
      return { found: data, caption: 'Delivered jobs, the newest first' };
    }
    const found = dataOf(await partOf(clients.jobs.get({ id: job })));
    return { found: found ? [found] : [], caption: `The job ${job}` };
  },
  render: ({ found, caption }) => html`<h1>Reception</h1>
${find.show('/reception', {}, { submit: 'Find', more: html`<a href="/reception">All delivered</a>` })}
${
  found.length === 0
    ? html`<p>No job fits.</p>`
    : jobTable(found, { caption, pathOf: ({ id }) => `/reception/${encodeURIComponent(id)}` })
}`,
});

const receptionPage = page({
  path: '/reception/{id}',
  access: 'jobs:write',
  title: ({ reception }: { reception: Reception }) => `Reception of ${reception.ref}`,
  asks: { partner: receptionAsked },
  script: new URL('../../browser/reception.ts', import.meta.url),
  load: async ({ param, clients, now }) => ({
    now,
    reception: await clients.partner.getReception({ id: param('id') }),
  }),
  render: ({ now, reception }, { forms }) => {
    const { ref, job_id, specimens, outstanding, accepted, rejected } = reception;
    return html`<h1>Reception of ${ref}</h1>
<p><strong>${outstanding}</strong> expected, ${accepted} accepted, ${rejected} rejected. <a href="/reception">Another job</a></p>
<scan-camera for="f-barcode" list="specimens" hidden>
<p><button type="button" aria-pressed="false">Use the camera</button></p>
<video muted playsinline hidden></video>
<p role="status"></p>
</scan-camera>
${forms.show(receiveSpecimen, { params: { id: job_id }, submit: 'Save' })}
${specimens.length === 0 ? html`<p>No manifest lists specimens of this job.</p>` : specimenTable(specimens, now)}`;
  },
});

const verdicts = [
  ['accepted', 'Accepted'] as const,
  ...rejectionReasons.map((reason) => [reason, `Rejected: ${reasonLabels[reason]}`] as const),
];

const receiveSpecimen = form(partner, 'receiveSpecimens', {
  path: '/reception/{id}',
  access: 'jobs:write',
  fields: {
    barcode: line(barcode, {
      ...{ label: 'Barcode', isFocused: true, max: 64 },
      hint: 'Scan it, or type it. The enter key saves.',
      missing: 'Scan or type the barcode of the specimen.',
      error: 'A barcode has 1 to 64 letters, digits and signs, without blanks.',
    }),
    verdict: choice(verdicts, { label: 'Verdict' }),
    note: orNone(line(lineText(200), { label: 'Note', hint: 'Without patient data.' })),
  },
  asks: { partner: receptionAsked },
  input: async ({ fields: { barcode, verdict, note }, param }, clients) => {
    const id = param('id');
    const { specimens } = await clients.partner.getReception({ id });
    const listed = specimens.map((each) => each.barcode);
    const specimen = { barcode: matchingCode(barcode, listed) ?? barcode, ...(note && { note }) };
    const said =
      verdict === 'accepted' ? { verdict } : { verdict: 'rejected' as const, reason: verdict };
    return { id, specimens: [{ ...specimen, ...said }] };
  },
  refusals: {
    specimen_not_expected: { field: 'barcode' },
    already_received: { field: 'barcode' },
  },
  home: '/reception/{id}',
});

const specimenTable = (specimens: Reception['specimens'], now: Date): Html =>
  html`<div class="table" role="region" aria-label="Specimens" tabindex="0"><table id="specimens"><caption>Specimens of the job</caption>
<thead><tr><th scope="col">Barcode</th><th scope="col">State</th><th scope="col">Note</th><th scope="col">When</th></tr></thead>
<tbody>${specimens.map(
    (each) => html`<tr data-barcode="${each.barcode}"><th scope="row">${each.barcode}</th>
<td>${stateOf(each)}</td><td>${each.note ?? ''}</td>
<td>${each.received_at === null ? '' : formatTime(new Date(each.received_at), now)}</td></tr>`,
  )}</tbody></table></div>`;

function stateOf({ verdict, reason }: Reception['specimens'][number]): string {
  if (verdict === null) return 'Expected';
  return reason === null ? 'Accepted' : `Rejected: ${reasonLabels[reason]}`;
}

export const receptionRoutes = [deliveredPage, receptionPage, receiveSpecimen];
