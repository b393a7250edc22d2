/** Forms as markup: hidden token and idempotency key, the entries and faults of a refused attempt. */
import { randomUUID } from 'node:crypto';
import { type Html, html } from '@svc/web/html';
import { folded } from '@svc/web/parts';
import { filled, type PathNames } from '../address/path.ts';
import type { Fields } from './field.ts';
import { type FieldsView, type FormEntries, fieldsView } from './field-view.ts';
import { originalsView } from './originals.ts';

/** Names of the hidden fields; no field of a form begins with an underscore. */
export const tokenField = '_token';
export const keyField = '_key';

/** The entries of a form, before they are read. */
export type Entered = Readonly<Record<string, unknown>>;

/** An attempt that was refused, or prepared; shown on the home of its form. */
export interface RefusedAttempt {
  /** Path of the form, with its parameters. */
  path: string;
  /** Absent where nothing was refused. */
  detail?: string | undefined;
  entered: Entered;
  /** By field. */
  faults: ReadonlyMap<string, string>;
  /** Kept after a fault: the command may have been done, and the same key does it once. */
  key?: string | undefined;
}

interface FormParts<N extends string> extends FieldsView<N> {
  /** Text of its button. */
  submit: string;
  /** For controls elsewhere on the page that belong to it. */
  id?: string;
  /** Further words of the button for those who do not see its surroundings. */
  submitOf?: string;
  /** Stands beside the fields, above the button. */
  aside?: Html;
  /** After the button. */
  more?: Html;
}

type Params<P extends string> = [PathNames<P>] extends [never]
  ? { params?: undefined }
  : { params: Readonly<Record<PathNames<P>, string>> };

interface ShownForm<P extends string, F extends Fields> {
  readonly path: P;
  readonly fields: F;
  /** Whether it carries its values as they were shown (`originals.ts`). */
  readonly keepsOriginals: boolean;
}

export interface FormView {
  /** The form, ready to be sent by this person from this session. */
  show<P extends string, F extends Fields>(
    form: ShownForm<P, F>,
    parts: FormParts<keyof F & string> & Params<P>,
  ): Html;
  /** Its fields and button inside another form, whose entries are sent along. */
  within<P extends string, F extends Fields>(
    form: ShownForm<P, F>,
    parts: FormParts<keyof F & string> & Params<P>,
  ): Html;
  /** Behind a button with these words; open where it was refused. */
  fold<P extends string, F extends Fields>(
    form: ShownForm<P, F>,
    behind: { label: string; about?: string },
    parts: FormParts<keyof F & string> & Params<P>,
  ): Html;
  /** Whether its page shows why it was refused. */
  isRefused<P extends string>(form: { readonly path: P }, of: Params<P>): boolean;
  /** Values of a field in the attempt that was refused. */
  entered(form: { readonly path: string }, field: string): readonly string[];
}

interface FormContext {
  token: string;
  /** Query string of the page, with its `?`: a refusal shows on the page as it was. */
  search: string;
  refused?: RefusedAttempt | undefined;
}

const addressOf = (path: string, params: object | undefined): string => {
  const names = new Map(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]));
  return filled(path, (name) => names.get(name) ?? '');
};

export function formView({ token, search, refused }: FormContext): FormView {
  const isRefused: FormView['isRefused'] = ({ path }, { params }) =>
    refused?.path === addressOf(path, params);
  const show: FormView['show'] = (
    { path, fields, keepsOriginals },
    { params, submit, submitOf, id, aside, more, ...view },
  ) => {
    const target = addressOf(path, params);
    const attempt = refused?.path === target ? refused : undefined;
    const entries = entriesOf(attempt);
    const drawn = fieldsView(fields, view, entries);
    const button = html`<button class="first">${submit}${unseen(submitOf)}</button>`;
    const encoding = hasFile(fields) && html` enctype="multipart/form-data"`;
    return html`<form method="post" action="${target + search}"${encoding}${id !== undefined && html` id="${id}"`}${aside && html` class="split"`}>
<input type="hidden" name="${tokenField}" value="${token}">
<input type="hidden" name="${keyField}" value="${refused?.key ?? randomUUID()}">
${keepsOriginals && originalsView(entries, fields, view.values ?? {})}
${
  aside
    ? html`<div class="groups">${drawn}</div><div class="card aside">${aside}${button}</div>`
    : html`${drawn}
${button}${more}`
}
</form>`;
  };
  const within: FormView['within'] = ({ path, fields }, { params, submit, submitOf, ...view }) => {
    const target = addressOf(path, params);
    const entries = entriesOf(refused?.path === target ? refused : undefined);
    return html`${fieldsView(fields, view, entries)}
<button formaction="${target + search}" formnovalidate>${submit}${unseen(submitOf)}</button>`;
  };
  const fold: FormView['fold'] = (form, { label, about }, parts) =>
    folded(
      { label, isOpen: isRefused(form, parts) },
      html`${about !== undefined && html`<p>${about}</p>`}${show(form, parts)}`,
    );
  return {
    show,
    within,
    fold,
    isRefused,
    entered: ({ path }, field) =>
      refused?.path === path ? [refused.entered[field] ?? []].flat().map(String) : [],
  };
}

export const hasFile = (fields: Fields): boolean =>
  Object.values(fields).some(({ control }) => control === 'file');

const unseen = (words: string | undefined) =>
  words !== undefined && html`<span class="unseen"> ${words}</span>`;

const entriesOf = (attempt: RefusedAttempt | undefined): FormEntries => ({
  value: (name) => {
    const entry = attempt?.entered[name];
    return typeof entry === 'string' ? entry : undefined;
  },
  values: (name) => attempt && [attempt.entered[name] ?? []].flat().map(String),
  fault: (name) => attempt?.faults.get(name),
});
