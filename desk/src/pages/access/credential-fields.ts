/** Fields of a new client or key: its name, and its scopes with the words of what each grants. */
import { accounts, type Scope, scopeGrants } from '@svc/contracts';
import type { z } from 'zod';
import { line, type Options, ticks } from '../../form/field.ts';

const { name } = accounts.actions.addClient.input.shape;

export const credentialFields = <S extends Scope>(scope: z.ZodType<S>, hint: string) => ({
  name: line(name, { label: 'Name', hint, missing: 'Enter a name.' }),
  scopes: ticks(scope, {
    label: 'What it may do',
    hint: 'As little as it needs; no more than your own role.',
    missing: 'Choose at least one.',
  }),
});

export const scopeOptions = (scopes: readonly Scope[]): Options =>
  scopes.map((each) => [each, each, scopeGrants[each]]);
