/** Custody's views of a job: chain, proof of delivery, certificate. */
import type { CustodyEvent, custody, OutputOf } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { factList, timeOf } from './job-views.ts';
import { codeWords } from './words.ts';

type Actions = (typeof custody)['actions'];
type Chain = OutputOf<Actions['record']>;

export const custodyView = ({ events, texts, next, chain_hash }: Chain): Html =>
  html`<div class="table" role="region" aria-label="Chain of custody" tabindex="0"><table>
<caption>Who held the parcels, the oldest first</caption>
<thead><tr><th scope="col">No.</th><th scope="col">When</th><th scope="col">What</th><th scope="col">By</th><th scope="col">Seal</th><th scope="col">Note</th></tr></thead>
<tbody>${events.map((event) => eventRow(event, texts))}</tbody></table></div>
${next === null ? undefined : html`<p>The chain goes on: the API has all of it.</p>`}
<p class="soft">Hash of the chain: <code>${chain_hash}</code></p>`;

function eventRow(
  { seq, at, type, by, seal, note, details }: Chain['events'][number],
  texts: Chain['texts'],
) {
  const own = texts.filter((text) => text.seq === seq).map(({ text }) => text);
  const words = [note ?? '', ...own].filter((text) => text !== '').join('; ');
  return html`<tr><th scope="row">${seq}</th><td>${timeOf(at)}</td><td>${chainWords({ type, details })}</td>
<td>${by}</td><td>${seal ?? 'None'}</td><td>${words}</td></tr>`;
}

export const proofView = (proof: OutputOf<Actions['pod']>): Html =>
  html`${factList([
    ['Taken by', proof.recipient],
    ['Handed over', timeOf(proof.delivered_at)],
    ['Handover code', proof.otp_verified ? 'Told, and right' : 'Not asked for'],
    ['Check of the recipient', codeWords(proof.id_check)],
    ['Signature', fileLink(proof.signature_url, 'Open the signature')],
    ['Photo', fileLink(proof.photo_url, 'Open the photo')],
  ])}
${
  proof.signature_url === null && proof.photo_url === null
    ? undefined
    : html`<p class="soft">Links to files open for 15 minutes. Load this page again for new ones.</p>`
}`;

const fileLink = (url: string | null, text: string): Html | undefined =>
  url === null ? undefined : html`<a href="${url}">${text}</a>`;

export const certificateView = (certificate: OutputOf<Actions['certificate']>): Html =>
  html`<p><a href="${certificate.verify_url}">Certificate ${certificate.id}</a>, issued ${timeOf(certificate.issued_at)}.
The page is public: send its link to whom you want to prove the delivery.</p>`;

/** What an event of the chain of custody says. */
export function chainWords({ type, details }: Pick<CustodyEvent, 'type' | 'details'>): string {
  if (type === 'bound') return bindingWords(details ?? {});
  const { units } = details ?? {};
  return type === 'transferred' && units !== undefined
    ? `${codeWords(type)}, with ${String(units).replaceAll(' ', ', ')}`
    : codeWords(type);
}

function bindingWords(details: NonNullable<CustodyEvent['details']>): string {
  const { binding, change, identifier, device_id, parcels, vehicle_id, into } = details;
  const isBegun = change === 'begun';
  const put = isBegun ? 'put in' : 'taken out of';
  if (binding === 'probe') return `Probe ${device_id} ${put} box ${identifier}`;
  const where = into === undefined ? '' : ` in ${into}`;
  if (binding === 'parcels')
    return `${codeWords(put)} box ${identifier}${where}, parcels: ${parcels}`;
  if (into !== undefined) return `Box ${identifier} ${put} ${into}`;
  if (vehicle_id !== undefined) return `Box ${identifier} ${put} a vehicle`;
  return `Box ${identifier} ${isBegun ? 'brought to' : 'taken from'} a site`;
}
