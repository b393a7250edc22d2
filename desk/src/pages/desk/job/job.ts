/** The page of a job: all that a dispatcher needs to decide about it, and the forms to do it. */
import { type Html, html } from '@svc/web/html';
import { card, folded } from '@svc/web/parts';
import { page, type RenderContext } from '../../../route/route.ts';
import { assign, transferAtDesk, undoAssignment } from './assign.ts';
import { undoForm } from './assign-form.ts';
import { cancelAtDesk, changeAtDesk } from './desk-changes.ts';
import { handOffForms, jobPath } from './hand-offs.ts';
import { incidentForm, reportIncident } from './incident-form.ts';
import { incidentTable } from './incident-table.ts';
import { chainSection } from './job-chain.ts';
import { type JobPageData, jobAsked, loadJob } from './job-data.ts';
import { jobFacts, parcelTable, stops } from './job-facts.ts';
import { jobHead } from './job-head.ts';
import { jobMap } from './job-map.ts';
import { messagesSection, readMessages, sendMessage } from './job-messages.ts';
import { addNote, noteForm, notesSection } from './job-notes.ts';
import { jobPanel } from './job-panel.ts';
import { deliveriesSection, trackingSection } from './job-parts.ts';
import { proofRoutes, proofsSection } from './job-proofs.ts';
import { decideSuspects } from './job-suspects.ts';
import { temperatureSection } from './job-temperature.ts';
import { timeline } from './job-timeline.ts';
import { planLegs } from './legs.ts';
import { isRefused, operationForm, operationTitle } from './operation-forms.ts';
import { operationsOf } from './operations.ts';

const jobPage = page({
  path: jobPath,
  script: new URL('../../../browser/job.ts', import.meta.url),
  groundScript: new URL('../../../browser/job-with-ground.ts', import.meta.url),
  access: 'ops:dispatch',
  asks: jobAsked,
  load: async ({ param, clients, liveLast }) =>
    Object.assign(await loadJob(param('id'), clients), { liveLast }),
  title: ({ job }) => `Job ${job.ref}`,
  render: (data, context) => {
    const { job, incidents, chain, temperature, notes, id } = data;
    const { forms, now, mapGround: ground } = context;
    return html`<p><a class="target" href="/desk">Dispatch</a></p>
${jobHead(data, now)}
${undoForm({ data, forms, now })}
${operations(data, context)}
<div class="split"><div>
${card({ title: 'Map' }, jobMap(job, { ground, now }))}
${card({ title: 'Places and contacts' }, stops(job))}
${card({ title: 'Position and lateness' }, trackingSection(job, now))}
${temperatureSection(temperature, { job, forms })}
${card({ title: 'What happened' }, timeline(job.timeline))}
${chainSection(chain)}
${card({ title: 'Proofs and certificates' }, proofsSection(job))}
${card({ title: 'Parcels and legs' }, parcelTable(job))}
</div><div>
${messagesSection(data, context)}
${card({ title: 'The job' }, jobFacts(job))}
${card({ title: 'Incidents' }, incidentsOf(incidents, data, context))}
${notesSection(notes, noteForm(id, forms))}
${card({ title: 'Deliveries of events' }, deliveriesSection(job.deliveries))}
</div></div>`;
  },
});

const incidentsOf = (
  incidents: JobPageData['incidents'],
  { id }: JobPageData,
  { forms }: RenderContext,
): Html => html`${
  incidents.length === 0
    ? html`<p>None reported.</p>`
    : incidentTable(incidents, { caption: 'Incidents of this job, the newest first' })
}
${folded(
  { label: 'Report an incident', isOpen: forms.isRefused(reportIncident, { params: { id } }) },
  incidentForm(id, forms),
)}`;

/** Each behind its button; one that was refused is open. */
const operations = (data: JobPageData, { forms, now }: RenderContext): Html => {
  const possible = operationsOf(data.job);
  const context = { data, forms, now };
  return html`<section aria-label="Operations" class="actions">${
    possible.length === 0 ? html`<p>The job is over.</p>` : undefined
  }${possible.map((operation) =>
    folded(
      {
        ...{ label: operationTitle(operation), id: operation, group: 'operation' },
        isOpen: isRefused(operation, context),
      },
      operationForm(operation, context),
    ),
  )}</section>`;
};

export const deskJobRoutes = [
  jobPage,
  jobPanel,
  assign,
  transferAtDesk,
  planLegs,
  undoAssignment,
  ...Object.values(handOffForms),
  changeAtDesk,
  cancelAtDesk,
  reportIncident,
  addNote,
  sendMessage,
  readMessages,
  decideSuspects,
  ...proofRoutes,
];
