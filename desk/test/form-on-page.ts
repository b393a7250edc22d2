/** A form on its page, filled in as an example says. */

import { type Fields, tokenOf, type UnderTest } from './desk-under-test.ts';
import type { FormExample } from './job-form-examples.ts';
import { entriesOf, formMarkup } from './markup.ts';
import { liveForms, pathOf } from './routes.ts';

/** In the state that shows it; `send` sends it as its browser does, with some entries changed. */
export async function openForm(
  { get, post, services }: UnderTest,
  { path, when = {}, fields = {}, query = '' }: FormExample,
) {
  const found = liveForms.find((each) => each.path === path);
  if (!found) throw new Error(`no form has the path ${path}`);
  const { route, role } = found;
  const url = found.url + query;
  const place = { ...found, url };
  for (const [name, output] of Object.entries(when)) services.answer(name, output);
  const { body } = await get(pathOf(route.home) + query, tokenOf(role));
  const shownAt = pathOf(route.entriesOf) + query;
  const shown = entriesOf(body, shownAt);
  services.calls.length = 0;
  return {
    ...{ place, shown, shownAt, form: formMarkup(body, shownAt) },
    command: `${route.service}.${route.action}`,
    send: (changes: Fields = {}) => post(url, tokenOf(role), { ...shown, ...fields, ...changes }),
  };
}
