/** Forms that send one command for each entry of a list, where the contract has none for all of them. */
import type { Contract, OutputOf, RequestOf } from '@svc/contracts';
import type { Fields } from '../form/field.ts';
import { schemaOf } from '../form/form-fields.ts';
import type { PageAccess } from './place.ts';
import { type CommandOf, type CommandsOf, type DeskForm, form, type SentForm } from './route.ts';

interface ManyShape<C extends Contract, A, P extends string, F extends Fields> {
  path: P;
  access: PageAccess;
  fields: F;
  /** Field that lists them; those that are not done stay entered. */
  each: keyof F & string;
  inputs(sent: SentForm<F, P>): RequestOf<CommandOf<C, A>>[];
  home: string;
  /** Path that the browser goes to. If some were refused, its query string fills in further entries. */
  next(outputs: OutputOf<CommandOf<C, A>>[]): string;
}

/** Each command has a key of its own, so that a second try repeats none. */
export function manyForm<
  C extends Contract,
  A extends CommandsOf<C>,
  const P extends string,
  F extends Fields,
>(contract: C, action: A, shape: ManyShape<C, A, P, F>): DeskForm<P, F>;
export function manyForm(
  contract: Contract,
  action: string,
  { each, inputs, next, ...shape }: ManyShape<Contract, string, string, Fields>,
): DeskForm {
  const schema = schemaOf(shape.fields);
  return {
    ...form(contract, action as never, { ...shape, input: () => ({}) }),
    each,
    read: async (entered, { person, param }) => {
      const sent = { fields: schema.parse(entered), originals: undefined, person, param };
      const { output } = contract.actions[action] ?? {};
      const read = (outputs: readonly unknown[]) => outputs.map((one) => output?.parse(one));
      return { inputs: inputs(sent), next: (outputs) => next(read(outputs)) };
    },
  };
}
