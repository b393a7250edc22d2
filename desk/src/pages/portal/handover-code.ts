/** The recipient's handover code: on a page of its own, so that it is shown on demand alone. */
import { jobs, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { page } from '../../route/route.ts';
import { timeOf } from './job-views.ts';

export const handoverCodePage = page({
  path: '/jobs/{id}/code',
  access: 'jobs:read',
  title: 'Handover code',
  asks: { jobs: withActions(jobs, 'handoverCode') },
  load: ({ param, clients }) => clients.jobs.handoverCode({ id: param('id') }),
  render: ({ job_id, code, pickup_code, locked_until }) => html`<h1>Handover code</h1>
<p>Tell it to the recipient alone. The recipient tells it to the courier at the door.</p>
<p class="handover-code">${code}</p>
${
  pickup_code === null
    ? undefined
    : html`<h2>Pickup code</h2>
<p>Tell it to who hands the parcels to the courier.</p>
<p class="handover-code">${pickup_code}</p>`
}
${
  locked_until === null
    ? undefined
    : html`<p>After five wrong codes none is accepted until ${timeOf(locked_until)}.</p>`
}
<p><a href="/jobs/${encodeURIComponent(job_id)}">Back to the job</a></p>`,
});
