/** Boxes that parcels of a job were in, with their probes, as a table; no barcodes. */
import type { CertifiedBox } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime, formatTime } from '@svc/web/times';

/** Nothing for parcels that lay open in the vehicle. */
export const boxTable = (boxes: readonly CertifiedBox[] = []): Html | undefined =>
  boxes.length === 0
    ? undefined
    : html`<div class="table" role="region" aria-label="Boxes" tabindex="0"><table>
<caption>Boxes that the parcels were in</caption>
<thead><tr><th scope="col">Box</th><th scope="col">From, to</th><th scope="col">Probes</th></tr></thead>
<tbody>${boxes.map(boxRow)}</tbody></table></div>`;

const boxRow = ({ identifier, parcels, from, to, probes }: CertifiedBox): Html =>
  html`<tr><th scope="row"><span class="whole">${identifier}</span> <span class="soft whole">${parcels === 1 ? '1 parcel' : `${parcels} parcels`}</span></th>
<td>${formatDateTime(new Date(from))} to ${formatTime(new Date(to), new Date(from))}</td>
<td>${[...new Set(probes.map(({ device_id }) => device_id))].join(', ') || 'None'}</td></tr>`;
