/** The page of a job: all that a dispatcher needs to decide about it, and the forms to do it. */
import { type Html, html } from '@svc/web/html';
import { page, type RenderContext } from '../route.ts';
import { assign, undoAssignment } from './assign.ts';
import { undoForm } from './assign-form.ts';
import { cancelAtDesk, changeAtDesk } from './desk-changes.ts';
import { handOffForms, jobPath } from './hand-offs.ts';
import { incidentForm, reportIncident } from './incident-form.ts';
import { incidentTable } from './incident-table.ts';
import { chainSection } from './job-chain.ts';
import { type JobPageData, jobAsked, loadJob } from './job-data.ts';
import { jobFacts, parcelTable, stops } from './job-facts.ts';
import { addNote, noteForm, notesSection } from './job-notes.ts';
import { deliveriesSection, trackingSection } from './job-parts.ts';
import { proofRoutes, proofsSection } from './job-proofs.ts';
import { decideSuspects } from './job-suspects.ts';
import { temperatureSection } from './job-temperature.ts';
import { timeline } from './job-timeline.ts';
import { operationForm, operationTitle } from './operation-forms.ts';
import { type JobOperation, operationsOf } from './operations.ts';

const jobPage = page({
  path: jobPath,
  access: 'ops:dispatch',
  asks: jobAsked,
  load: ({ param, clients }) => loadJob(param('id'), clients),
  title: ({ job }) => `Job ${job.ref}`,
  render: (data, context) => {
    const { job, incidents, chain, temperature, notes } = data;
    const { now } = context;
    const possible = operationsOf(job);
    return html`<p><a class="target" href="/desk">Board of the day</a></p>
<h1>Job ${job.ref}</h1>
${undoForm({ data, forms: context.forms, now })}
${contents(possible)}
${jobFacts(job, now)}
<h2 id="operations">Operations</h2>
${possible.length === 0 ? html`<p>None is possible in this state.</p>` : undefined}
${possible.map((operation) => section(operation, data, context))}
<h2 id="places">Places and contacts</h2>
${stops(job)}
<h2>Parcels and legs</h2>
${parcelTable(job)}
<h2>Position, lateness and temperature</h2>
${trackingSection(job, now)}
${temperatureSection(temperature, { job, forms: context.forms })}
<h2 id="timeline">What happened</h2>
${timeline(job.timeline)}
${chainSection(chain)}
<h2 id="proofs">Proofs and certificates</h2>
${proofsSection(job)}
<h2>Deliveries of events</h2>
${deliveriesSection(job.deliveries)}
<h2 id="incidents">Incidents</h2>
${incidents.length === 0 ? html`<p>None reported.</p>` : incidentTable(incidents, { caption: 'Incidents of this job, the newest first' })}
<h3>Report an incident</h3>
${incidentForm(data.id, context.forms)}
${notesSection(notes)}
<h3 id="notes">Add a note</h3>
${noteForm(data.id, context.forms)}`;
  },
});

const contents = (possible: readonly JobOperation[]): Html =>
  html`<nav aria-label="On this page"><ul class="jumps">${possible.map(
    (operation) =>
      html`<li><a class="target" href="#${operation}">${operationTitle(operation)}</a></li>`,
  )}
<li><a class="target" href="#places">Places and contacts</a></li>
<li><a class="target" href="#timeline">What happened</a></li>
<li><a class="target" href="#proofs">Proofs and certificates</a></li>
<li><a class="target" href="#incidents">Incidents</a></li>
<li><a class="target" href="#notes">Notes</a></li></ul></nav>`;

const section = (
  operation: JobOperation,
  data: JobPageData,
  { forms, now }: RenderContext,
): Html => html`<section aria-labelledby="${operation}"><h3 id="${operation}">${operationTitle(operation)}</h3>
${operationForm(operation, { data, forms, now })}</section>`;

export const deskJobRoutes = [
  jobPage,
  assign,
  undoAssignment,
  ...Object.values(handOffForms),
  changeAtDesk,
  cancelAtDesk,
  reportIncident,
  addNote,
  decideSuspects,
  ...proofRoutes,
];
