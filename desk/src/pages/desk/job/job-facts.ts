/** Facts of the job itself: state, order, places, parcels. */
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { formatMoney } from '../../../words/money.ts';
import { profileText } from '../../../words/profile.ts';
import { temperatureOf } from '../rows/board-table.ts';
import { wordsOf } from '../rows/labels.ts';
import { facts, table } from '../rows/table.ts';
import type { DeskJobDetail } from './job-data.ts';

const time = (at: string): Html => formatDateTime(new Date(at));
const jobLink = (id: string): Html =>
  html`<a class="target" href="/desk/jobs/${encodeURIComponent(id)}">${id}</a>`;

export const jobFacts = (job: DeskJobDetail): Html =>
  facts([
    ['Customer', job.tenant.name],
    ['Service', `${job.service} (${job.sku})`],
    ['Note', job.note],
    ['Required', requirementsOf(job)],
    ['If it cannot be handed over', isDesksWord(job) ? 'The desk decides' : undefined],
    ['Parcels', job.parcels],
    ['Seal', job.seal ?? 'None yet'],
    ['Temperature', `${temperatureOf(job)}${profileText(job)}`],
    ['Dangerous goods', job.un_number],
    ['Booked', time(job.created_at)],
    ['Ready', time(job.starts_at)],
    ['Delivered', job.delivered_at === null ? undefined : time(job.delivered_at)],
    ['Distance', `${job.km} km`],
    ['Price', `${formatMoney(job.price.amount_cents)} without VAT`],
    ['Cost centre', job.cost_centre],
    ['Their reference', job.reference],
    ...Object.entries(job.metadata).map(([name, value]) => [`Theirs: ${name}`, value] as const),
    ['Return job', job.return_job_id === null ? undefined : jobLink(job.return_job_id)],
    ['Brings back', job.return_of === null ? undefined : jobLink(job.return_of)],
    [
      'Page of the recipient',
      html`<a class="target" href="${job.tracking_url}">${job.tracking_url}</a>`,
    ],
  ]);

const isDesksWord = ({ requirements }: DeskJobDetail): boolean =>
  requirements.undeliverable === 'ask_desk';

function requirementsOf({ requirements }: DeskJobDetail): string {
  const { otp, pickup_otp = false, id_check, signature, photo, scan = 'none' } = requirements;
  const required = [
    pickup_otp && 'code at the pickup',
    scan === 'seal' && 'scan of the seal',
    scan === 'parcels' && 'scans of the seal and each parcel',
    otp && 'handover code',
    id_check && 'check of the recipient',
    signature && 'signature',
    photo && 'photo',
  ].filter((each) => each !== false);
  return required.length === 0 ? 'Nothing' : wordsOf(required.join(', '));
}

export const stops = (job: DeskJobDetail): Html => html`<div class="columns">
<div><h3>Pick-up</h3>
${stop(job.pickup, job.pickup_contact)}</div>
<div><h3>Drop-off</h3>
${stop(job.dropoff, job.dropoff_contact)}</div>
</div>`;

const stop = (
  { name, address, phone, receiving_hours, position, time_zone }: DeskJobDetail['pickup'],
  contact: DeskJobDetail['pickup_contact'],
): Html =>
  facts([
    ['Place', name],
    ['Address', address === '' ? 'Not on file, or its service does not answer' : address],
    ['Telephone', phone === null ? undefined : call(phone)],
    ['Contact', contact ? html`${contact.name}, ${call(contact.phone)}` : undefined],
    ['Receives', receiving_hours === '' ? '' : `${receiving_hours} (${time_zone})`],
    ['Position', positionOf(position)],
  ]);

export const call = (phone: string): Html =>
  html`<a class="target" href="tel:${phone.replaceAll(/[^+\d]/g, '')}">${phone}</a>`;

/** e.g. `26.20410° S, 28.04730° E`. */
export const positionOf = ({ lat, lng }: { lat: number; lng: number }): string =>
  `${Math.abs(lat).toFixed(5)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lng).toFixed(5)}° ${lng < 0 ? 'W' : 'E'}`;

const timeOr = (at: string | null, none: string) => (at === null ? none : time(at));

export const parcelTable = ({ parcel_items, legs, dropoff }: DeskJobDetail): Html => html`${table({
  label: 'Parcels',
  caption: 'Parcels one by one',
  columns: ['Parcel', 'Barcode', 'Seal', 'Temperature class', 'Dangerous goods'],
  rows: parcel_items.map(
    ({ id, barcode, seal, temperature_class, un_number }) =>
      html`<th scope="row">${id}</th><td>${barcode ?? 'None scanned'}</td><td>${seal ?? 'None yet'}</td>
<td>${temperature_class ?? 'None'}</td><td>${un_number === '' ? 'None' : un_number}</td>`,
  ),
})}
${table({
  label: 'Legs',
  caption: 'Legs in order',
  columns: ['Leg', 'To', 'Driver', 'Status', 'Due', 'Left', 'Reached', 'Share'],
  rows: legs.map(
    ({
      seq,
      hub_id,
      hub,
      driver_first_name,
      status,
      due_at,
      departed_at,
      arrived_at,
      share_cents,
    }) =>
      html`<th scope="row">${seq}</th><td>${hub_id === null ? dropoff.name : html`<a class="target" href="/desk/vehicles/${hub_id}">${hub ?? hub_id}</a>`}</td>
<td>${driver_first_name ?? 'Open'}</td><td>${wordsOf(status)}</td><td>${timeOr(due_at, 'None')}</td>
<td>${timeOr(departed_at, 'Not yet')}</td><td>${timeOr(arrived_at, 'Not yet')}</td><td>${share_cents === null ? 'None' : formatMoney(share_cents)}</td>`,
  ),
})}`;
