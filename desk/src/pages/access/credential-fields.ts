/** Fields of a new client or key: its name, and its scopes with the words of what each grants. */
import { type Scope, scope, scopeGrants } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import { checkboxes, checkedValues } from '../checkboxes.ts';
import { textField } from '../fields.ts';
import type { FormEntries } from '../form-view.ts';

export const nameField = (entries: FormEntries, hint: string): Html =>
  textField({ name: 'name', label: 'Name', hint, required: true, maxLength: 120 }, entries);

export const atLeastOne = 'Choose at least one.';
export const checkedScopes = checkedValues(scope, atLeastOne);

export const scopeChoice = (scopes: readonly Scope[], entries: FormEntries): Html =>
  checkboxes(
    {
      name: 'scopes',
      legend: 'What it may do',
      hint: 'As little as it needs; no more than your own role.',
      choices: scopes.map((each) => ({ value: each, label: each, about: scopeGrants[each] })),
    },
    entries,
  );
