/** A job in full: each part is asked of its service, as far as the person's scopes hold it. */
import { custody, jobs, type Scope, tracking, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { mayOpen } from '../access.ts';
import { statusLabels } from '../labels.ts';
import { partView, scopedPart } from '../part.ts';
import { page, type RenderContext } from '../route.ts';
import { certificateView, custodyView, proofView } from './custody-views.ts';
import { downloadsView } from './job-downloads.ts';
import { cancelForm, changeForm } from './job-forms.ts';
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
  ) => html`<h1>Job ${job.ref}</h1>
<p><strong>${statusLabels[job.status]}</strong></p>
${factsView(job)}
${context.sandbox ? undefined : codeLink(job)}
<h2>Route</h2>
${routeView(job)}
${partView(tracked, {
  title: 'Progress',
  absent: 'There is no tracking record.',
  show: (record) => progressView(record, job, context.now),
})}
<h2>Parcels</h2>
${parcelsView(job)}
<h2>Instructions</h2>
${instructionsView(job)}
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
${papersView(job, context)}
${downloadsView(job, context)}
${formsOf(job, context)}`,
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

const formsOf = (job: ShownJob, context: RenderContext): Html | undefined =>
  open.has(job.status) && mayOpen('jobs:write', context.person)
    ? html`<h2>Change</h2>
${changeForm(job, context)}
<h2>Cancel</h2>
${cancelForm(job, context)}`
    : undefined;
