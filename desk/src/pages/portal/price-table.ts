/** The lines of a price, and their sum. */
import type { OutputOf, pricing } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatMoney } from '../../words/money.ts';

export type Price = OutputOf<(typeof pricing)['actions']['price']>;

export const priceTable = ({ lines, amount_cents, vat_cents, vat_percent }: Price): Html =>
  html`<div class="table" role="region" aria-label="Price" tabindex="0"><table>
<caption>Lines without VAT, in South African rand</caption>
<thead><tr><th scope="col">What</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>${lines.map((line) => row(line.label, line.amount_cents))}</tbody>
<tfoot>${row('Without VAT', amount_cents)}${row(`VAT, ${vat_percent} %`, vat_cents)}${row('To be paid', amount_cents + vat_cents)}</tfoot>
</table></div>`;

const row = (label: string, cents: number): Html =>
  html`<tr><th scope="row">${label}</th><td class="amount">${formatMoney(cents)}</td></tr>`;
