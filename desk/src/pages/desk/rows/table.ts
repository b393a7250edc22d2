import { type Html, html } from '@svc/web/html';

interface TableParts {
  /** Of the region that scrolls on narrow screens. */
  label: string;
  caption: string;
  columns: readonly string[];
  /** Of cells: `th` first, with the scope of its row. */
  rows: readonly Html[];
}

/** A table that a keyboard can scroll (WCAG 2.2, 2.1.1). */
export const table = ({ label, caption, columns, rows }: TableParts): Html =>
  html`<div class="table" role="region" aria-label="${label}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells}</tr>`)}</tbody>
</table></div>`;

/** A list of facts; those without a value are left out. */
export const facts = (
  of: readonly (readonly [string, string | number | Html | undefined])[],
): Html =>
  html`<dl>${of
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
