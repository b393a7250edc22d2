/** Forms as markup: hidden token and idempotency key, the entries and faults of a refused attempt. */
import { randomUUID } from 'node:crypto';
import { type Html, html } from '@svc/web/html';
import { filled, type PathNames } from './path.ts';

/** Names of the hidden fields; no field of a form begins with an underscore. */
export const tokenField = '_token';
export const keyField = '_key';

/** The entries of a form, before they are read. */
export type Entered = Readonly<Record<string, unknown>>;

/** An attempt that was refused; shown on the home of its form. */
export interface RefusedAttempt {
  /** Path of the form, with its parameters. */
  path: string;
  detail: string;
  entered: Entered;
  /** By field. */
  faults: ReadonlyMap<string, string>;
  /** Kept after a fault: the command may have been done, and the same key does it once. */
  key?: string | undefined;
}

/** Entries and faults for a form's own markup. */
export interface FormEntries {
  value(name: string): string | undefined;
  /** Of checkboxes that share a name; undefined unless the form was refused. */
  values(name: string): readonly string[] | undefined;
  fault(name: string): string | undefined;
}

interface FormParts {
  /** Text of its button. */
  submit: string;
  /** Further words of the button for those who do not see its surroundings. */
  submitOf?: string;
  fields?: (entries: FormEntries) => Html | readonly Html[];
}

type Params<P extends string> = [PathNames<P>] extends [never]
  ? { params?: undefined }
  : { params: Readonly<Record<PathNames<P>, string>> };

export interface FormView {
  /** The form, ready to be sent by this person from this session. */
  show<P extends string>(form: { readonly path: P }, parts: FormParts & Params<P>): Html;
}

interface FormContext {
  token: string;
  /** Query string of the page, with its `?`: a refusal shows on the page as it was. */
  search: string;
  refused?: RefusedAttempt | undefined;
}

export const formView = ({ token, search, refused }: FormContext): FormView => ({
  show: ({ path }, { params, submit, submitOf, fields }) => {
    const names = new Map(
      Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const target = filled(path, (name) => names.get(name) ?? '');
    const attempt = refused?.path === target ? refused : undefined;
    return html`<form method="post" action="${target + search}">
<input type="hidden" name="${tokenField}" value="${token}">
<input type="hidden" name="${keyField}" value="${attempt?.key ?? randomUUID()}">
${fields?.(entriesOf(attempt))}
<button>${submit}${submitOf === undefined ? undefined : html`<span class="unseen"> ${submitOf}</span>`}</button>
</form>`;
  },
});

const entriesOf = (attempt: RefusedAttempt | undefined): FormEntries => ({
  value: (name) => {
    const entry = attempt?.entered[name];
    return typeof entry === 'string' ? entry : undefined;
  },
  values: (name) => attempt && [attempt.entered[name] ?? []].flat().map(String),
  fault: (name) => attempt?.faults.get(name),
});
