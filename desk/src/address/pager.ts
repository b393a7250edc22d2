import { opaqueId } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';

/** Cursor in the query of a page; one that is no cursor begins at the beginning. */
export const cursor = { starting_after: opaqueId.optional().catch(undefined) };

interface CursorPage {
  data: readonly { id: string }[];
  has_more: boolean;
}

/** Where the page after this one begins. */
export const nextOf = ({ data, has_more }: CursorPage): string | undefined =>
  has_more ? data.at(-1)?.id : undefined;

/** Links of a list that cursors page through: back to its beginning, and on after its last item. */
export function pager(
  path: string,
  filter: Readonly<Record<string, string | undefined>>,
  { after, next }: { after: string | undefined; next: string | undefined },
): Html | undefined {
  if (after === undefined && next === undefined) return undefined;
  const link = (label: string, starting_after: string | undefined) =>
    html`<a href="${path + searchOf({ ...filter, starting_after })}">${label}</a>`;
  return html`<nav class="pager" aria-label="Pages of the list">
${after === undefined ? undefined : link('First page', undefined)}
${next === undefined ? undefined : link('Next page', next)}</nav>`;
}

/** With its `?`; empty without one. */
export function searchOf(values: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) search.set(name, value);
  }
  return search.size === 0 ? '' : `?${search}`;
}
