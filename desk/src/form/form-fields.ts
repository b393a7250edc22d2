/** Lists of fields: of a form that sends a command, and of a filter that changes its page. */
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { cursor } from '../address/pager.ts';
import type { Field, Fields } from './field.ts';
import { type FieldsView, fieldsView } from './field-view.ts';

export type FieldValues<F extends Fields> = {
  -readonly [N in keyof F]: F[N] extends Field<infer T> ? T : never;
};

export const schemaOf = <F extends Fields>(fields: F) =>
  z.object(
    Object.fromEntries(Object.entries(fields).map(([name, { entry }]) => [name, entry])) as {
      [N in keyof F]: F[N]['entry'];
    },
  );

interface OfId<F> {
  fields: F;
  param(name: 'id'): string;
}
/** Input of a form whose command takes the id of its path, and its fields as they are. */
export const withId = <F extends object>({ fields, param }: OfId<F>): F & { id: string } => ({
  ...fields,
  id: param('id'),
});

type Wanted<F extends Fields> = { [N in keyof F]?: FieldValues<F>[N] | undefined } & {
  starting_after?: string | undefined;
};

interface FilterView<N extends string> extends FieldsView<N> {
  submit?: string;
  /** After its button. */
  more?: Html | undefined;
  /** What it searches, of a landmark. */
  search?: string;
}

/** Fields in the query string of a page; one that does not fit, or is empty, filters nothing. */
export const filterOf = <F extends Fields>(fields: F) => ({
  query: z.object({
    ...Object.fromEntries(
      Object.entries(fields).map(([name, { entry }]) => [
        name,
        z.preprocess((value) => value || undefined, z.undefined().or(entry)).catch(undefined),
      ]),
    ),
    ...cursor,
  }) as unknown as z.ZodType<Wanted<F>>,
  show: (
    path: string,
    values: Wanted<F>,
    { submit = 'Show', more, search, ...view }: FilterView<keyof F & string> = {},
  ): Html => html`<form class="filter" method="get" action="${path}"${search !== undefined && html` role="search" aria-label="${search}"`}>
${fieldsView(fields, { values, ...view })}
<button>${submit}</button>
${more}
</form>`,
});
