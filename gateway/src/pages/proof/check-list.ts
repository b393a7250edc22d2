/** Checks of a verification as a list; the page's script builds the same one. */

import type { Check, CheckResult } from '@svc/proof/verify/check';
import { type Html, html } from '@svc/web/html';

const classes: Record<CheckResult, string> = { holds: 'yes', fails: 'no', open: 'open' };
const words: Record<CheckResult, string> = {
  holds: 'Holds',
  fails: 'Does not hold',
  open: 'Not decided',
};

export const checkList = (checks: readonly Check[]): Html =>
  html`<ul class="checks">${checks.map(checkItem)}</ul>`;

const checkItem = ({ result, finding, items, proves }: Check): Html =>
  html`<li class="${classes[result]}">${words[result]}: ${finding}
${items.map((item) => html`<span class="soft">${item}</span>`)}
<span class="soft">${result === 'holds' ? 'This proves' : 'It would prove'}: ${proves}</span></li>`;
