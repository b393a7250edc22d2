/** A job in full: each part is asked of its service, as far as the person's scopes hold it. */
import { custody, jobs, type Scope, tracking, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { card, folded } from '@svc/web/parts';
import { mayOpen } from '../../route/access.ts';
import { page, type RenderContext } from '../../route/route.ts';
import { partView, scopedPart } from '../../view/part.ts';
import { progressLine } from '../../view/progress-line.ts';
import { statusChip } from '../../words/labels.ts';
import { certificateView, custodyView, proofView } from './custody-views.ts';
import { downloadsView } from './job-downloads.ts';
import { cancelForm, cancelJob, changeForm, changeJob } from './job-forms.ts';
import { papersView } from './job-papers.ts';
import { factsView, instructionsView, parcelsView, routeView, type ShownJob } from './job-views.ts';
import { progressView, temperatureView } from './tracking-views.ts';

export const jobPage = page({
  path: '/jobs/{id}',
  access: 'jobs:read',
  asks: {
    jobs: withActions(jobs, 'get'),
    tracking: withActions(tracking, 'track', 'temperature'),
    custody: withActions(custody, 'record', 'pod', 'certificate'),
  },
  load: async ({ person, param, clients }) => {
    const id = param('id');
    const found = clients.jobs.get({ id });
    /** Proof and certificate exist once the job is delivered. */
    const afterDelivery = async <D>(scope: Scope, ask: () => Promise<D>) =>
      (await found).status === 'delivered' ? scopedPart(scope, person, ask) : undefined;
    const [job, tracked, temperature, chain, proof, certificate] = await Promise.all([
      found,
      scopedPart('tracking:read', person, () => clients.tracking.track({ ref: id })),
      scopedPart('temperature:read', person, () => clients.tracking.temperature({ id, limit: 1 })),
      scopedPart('custody:read', person, () => clients.custody.record({ id })),
      afterDelivery('pod:read', () => clients.custody.pod({ id })),
      afterDelivery('certificates:read', () => clients.custody.certificate({ id })),
    ]);
    return { job, tracked, temperature, chain, proof, certificate };
  },
  title: ({ job }) => `Job ${job.ref}`,
  render: (
    { job, tracked, temperature, chain, proof, certificate },
    context,
  ) => html`<div class="title"><h1>Job ${job.ref}</h1>${statusChip(job.status)}</div>
<p class="soft">${job.pickup.name} → ${job.dropoff.name}</p>
${progressLine(job)}
${context.sandbox ? undefined : codeLink(job)}
${formsOf(job, context)}
<div class="split"><div>
${partView(tracked, {
  title: 'Progress',
  absent: 'There is no tracking record.',
  show: (record) => progressView(record, job, context.now),
})}
${
  job.temperature_range_c === null
    ? undefined
    : partView(temperature, {
        title: 'Temperature',
        absent: 'There is no trace.',
        show: (trace) => temperatureView(trace, job),
      })
}
${partView(chain, { title: 'Chain of custody', absent: 'There is no chain yet.', show: custodyView })}
${partView(proof, { title: 'Proof of delivery', absent: 'It is being filed.', show: proofView })}
${partView(certificate, { title: 'Certificate', absent: 'It is being issued.', show: certificateView })}
</div><div>
${card({ title: 'The job' }, factsView(job))}
${card({ title: 'Route' }, routeView(job))}
${card({ title: 'Parcels' }, parcelsView(job))}
${card({ title: 'Instructions' }, instructionsView(job))}
${papersView(job, context)}
${downloadsView(job, context)}
</div></div>`,
});

/** From assignment to delivery there is a code, on live; it is shown on demand, on a page of its own. */
const coded: ReadonlySet<ShownJob['status']> = new Set([
  'assigned',
  'en_route_pickup',
  'collected',
  'in_transit',
  'exception',
]);

const codeLink = ({ id, status, requirements }: ShownJob): Html | undefined =>
  requirements.otp && coded.has(status)
    ? html`<p><a href="/jobs/${encodeURIComponent(id)}/code">Show the handover code</a></p>`
    : undefined;

/** An interrupted job may still be uncollected: the service decides. */
const open: ReadonlySet<ShownJob['status']> = new Set([
  'booked',
  'assigned',
  'en_route_pickup',
  'exception',
]);

const formsOf = (job: ShownJob, context: RenderContext): Html | undefined => {
  const isOpenJob = open.has(job.status);
  if (!mayOpen('jobs:write', context.person) || (context.sandbox && !isOpenJob)) return undefined;
  const params = { id: job.id };
  const isOpen = (form: typeof changeJob | typeof cancelJob) =>
    context.forms.isRefused(form, { params });
  return html`<section aria-label="Actions" class="actions">
${context.sandbox ? undefined : html`<a class="button" href="/book?from=${encodeURIComponent(job.id)}">Book again</a>`}
${
  isOpenJob &&
  html`${folded({ label: 'Change', isOpen: isOpen(changeJob) }, changeForm(job, context))}
${folded({ label: 'Cancel', isOpen: isOpen(cancelJob) }, cancelForm(job, context))}`
}</section>`;
};
