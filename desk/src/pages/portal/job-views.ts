/** Views of a job from the service jobs itself. */
import type { jobs, OutputOf } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { priorityLabels } from '../../words/labels.ts';
import { formatMoney } from '../../words/money.ts';
import { profileText } from '../../words/profile.ts';
import { requirementLabels, requirementNames } from './words.ts';

export type ShownJob = OutputOf<(typeof jobs)['actions']['get']>;

export const timeOf = (at: string): Html => formatDateTime(new Date(at));

/** Pairs of a list of facts; those without a value are left out. */
export const factList = (facts: readonly (readonly [string, Html | string | undefined])[]): Html =>
  html`<dl>${facts.map(([name, value]) =>
    value === undefined || value === '' ? html`` : html`<dt>${name}</dt><dd>${value}</dd>`,
  )}</dl>`;

export const factsView = (job: ShownJob): Html =>
  factList([
    ['Service', `${job.service} (${job.sku})`],
    ['Priority', priorityLabels[job.priority]],
    ['Your reference', job.reference],
    ['Cost centre', job.cost_centre],
    ['Price', `${formatMoney(job.price.amount_cents)} without VAT`],
    ['Booked', timeOf(job.created_at)],
    ['Ready', timeOf(job.ready_at)],
    ['Due', timeOf(job.sla_due)],
    ['Delivered', job.delivered_at === null ? undefined : timeOf(job.delivered_at)],
    ['For recipients', html`<a href="${job.tracking_url}">Public tracking page</a>`],
    ['Brings back', jobLink(job.return_of, 'The parcels of this job')],
    ['Brought back by', jobLink(job.return_job_id, 'The job that returns them')],
  ]);

const jobLink = (id: string | null, text: string): Html | undefined =>
  id === null ? undefined : html`<a href="/jobs/${encodeURIComponent(id)}">${text}</a>`;

export const routeView = ({ pickup, dropoff, km }: ShownJob): Html =>
  factList([
    ['From', pickup.name],
    ['To', dropoff.name],
    ['Distance', `${km} km`],
  ]);

export function parcelsView(job: ShownJob): Html {
  const range = job.temperature_range_c;
  const asked = requirementNames.filter((name) => job.requirements[name]);
  return html`${factList([
    ['Parcels', String(job.parcels)],
    ['Seal', job.seal ?? undefined],
    ['Dangerous goods', job.un_number],
    [
      'Temperature',
      range === null ? undefined : `${range.min} to ${range.max} °C${profileText(job)}`,
    ],
    [
      'Proof at hand-over',
      asked.length === 0
        ? 'None asked for'
        : asked.map((name) => requirementLabels[name]).join(', '),
    ],
  ])}
${scannedParcels(job)}`;
}

/** Parcels are told apart once one has a barcode. */
function scannedParcels({ parcel_items }: ShownJob): Html | undefined {
  if (parcel_items.every(({ barcode }) => barcode === null)) return undefined;
  return html`<div class="table" role="region" aria-label="Parcels" tabindex="0"><table>
<caption>Parcels by barcode</caption>
<thead><tr><th scope="col">Barcode</th><th scope="col">Seal</th></tr></thead>
<tbody>${parcel_items.map(
    ({ barcode, seal }) =>
      html`<tr><th scope="row">${barcode ?? 'Not scanned'}</th><td>${seal ?? 'None'}</td></tr>`,
  )}</tbody></table></div>`;
}

type Instructed = Pick<ShownJob, 'note' | 'pickup_contact' | 'dropoff_contact'>;

export function instructionsView({ note, pickup_contact, dropoff_contact }: Instructed): Html {
  const contactOf = (contact: Instructed['pickup_contact']) =>
    contact === null
      ? undefined
      : html`${contact.name}, <a href="tel:${contact.phone.replaceAll(/[^+\d]/g, '')}">${contact.phone}</a>`;
  if (note === '' && pickup_contact === null && dropoff_contact === null) {
    return html`<p>None.</p>`;
  }
  return factList([
    ['Note', note],
    ['Contact at the pick-up', contactOf(pickup_contact)],
    ['Contact at the drop-off', contactOf(dropoff_contact)],
  ]);
}
