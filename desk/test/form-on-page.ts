/** A form on its page, filled in as an example says. */

import type { FormExample } from './desk-form-examples.ts';
import { type Fields, tokenOf, type UnderTest } from './desk-under-test.ts';
import { entriesOf, formMarkup } from './markup.ts';
import { liveForms, pathOf } from './routes.ts';

/** In the state that shows it; `send` sends it as its browser does, with some entries changed. */
export async function openForm(
  { get, post, services }: UnderTest,
  { path, when = {}, fields = {} }: FormExample,
) {
  const place = liveForms.find((each) => each.path === path);
  if (!place) throw new Error(`no form has the path ${path}`);
  const { route, url, role } = place;
  for (const [name, output] of Object.entries(when)) services.answer(name, output);
  const { body } = await get(pathOf(route.home), tokenOf(role));
  const shown = entriesOf(body, url);
  services.calls.length = 0;
  return {
    ...{ place, shown, form: formMarkup(body, url) },
    command: `${route.service}.${route.action}`,
    send: (changes: Fields = {}) => post(url, tokenOf(role), { ...shown, ...fields, ...changes }),
  };
}
