/** Parts of a page, each by a service of its own: one that does not answer says so, alone. */
import type { Person, Scope } from '@svc/contracts';
import { BadInput, CallFault, Refusal } from '@svc/kit/refusal';
import { type Html, html } from '@svc/web/html';
import { card } from '@svc/web/parts';
import { mayOpen } from '../route/access.ts';

export type Part<D> =
  | { is: 'present'; data: D }
  /** Refused: there is none, or not yet. */
  | { is: 'absent' }
  | { is: 'away' };

export async function partOf<D>(answer: Promise<D>): Promise<Part<D>> {
  try {
    return { is: 'present', data: await answer };
  } catch (error) {
    if (error instanceof Refusal || error instanceof BadInput) return { is: 'absent' };
    if (error instanceof CallFault) return { is: 'away' };
    throw error;
  }
}

/** Undefined where there is none, or its service does not answer: the page shows the rest. */
export const dataOf = <D>(part: Part<D>): D | undefined =>
  part.is === 'present' ? part.data : undefined;

/** Undefined, and not asked for, where the person's scopes do not hold it. */
export const scopedPart = async <D>(
  scope: Scope,
  person: Person,
  ask: () => Promise<D>,
): Promise<Part<D> | undefined> => (mayOpen(scope, person) ? partOf(ask()) : undefined);

interface PartWords<D> {
  title: string;
  /** Where there is none. */
  absent: string;
  show: (data: D) => Html;
}

export function partView<D>(
  part: Part<D> | undefined,
  { title, absent, show }: PartWords<D>,
): Html | undefined {
  if (part === undefined) return undefined;
  return card({ title }, contentOf(part, { absent, show }));
}

/** Without a heading of its own. */
export function contentOf<D>(part: Part<D>, { absent, show }: Omit<PartWords<D>, 'title'>): Html {
  switch (part.is) {
    case 'present':
      return show(part.data);
    case 'absent':
      return html`<p>${absent}</p>`;
    case 'away':
      return html`<p>Not available at the moment. Open the page again in a minute.</p>`;
  }
}
