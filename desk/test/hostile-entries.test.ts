/** Markup that a person enters, in every field of every form: a refusal shows it as text. */
import { expect, it } from 'vitest';
import { mayOpen } from '../src/pages/access.ts';
import { keyField, tokenField } from '../src/pages/form-view.ts';
import { deskTable } from '../src/pages/index.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { formEntries } from './form-entries.ts';
import { everyRole, personOf } from './persons.ts';

const payload = `javascript:alert(1)//"'><img src=x onerror=alert(1)>`;
const isMarkup = /<img|<[^>]*\b(?:href|src|action)=["']?javascript:/i;
const shownText = 'javascript:alert(1)//&quot;&#39;&gt;&lt;img src=x';

const forms = deskTable.filter((route) => route.kind === 'form');
const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, 'x_01');

/** Of the form that is sent to a path, where the page shows it. */
function fieldNames(markup: string, action: string): string[] {
  const [, rest] = markup.split(`action="${action}"`);
  const [shown = ''] = rest?.split('</form>') ?? [];
  return [...shown.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)].flatMap(
    ([, name]) => name ?? [],
  );
}

const isOwn = (name: string): boolean => name === tokenField || name === keyField;
const echoed = new Set<string>();

it.each(forms.map((form) => [form.path, form] as const))('%s', async (path, form) => {
  const { app, get, post, services } = await deskUnderTest();
  const role = everyRole.find((each) => mayOpen(form.access, personOf(each))) ?? 'admin';
  const token = tokenOf(role);
  const home = (await get(pathOf(form.home), token)).body;
  const names = [...fieldNames(home, pathOf(path)), ...Object.keys(formEntries[path] ?? {})];
  const entered = names.filter((name) => !isOwn(name)).map((name) => [name, payload]);
  const detail = `Not with ${payload}.`;
  services.answers.set(`${form.service}.${form.action}`, () => ({
    refused: { code: 'invalid_body', detail },
  }));
  const hidden = hiddenFields((await get('/', token)).body, '/sign-out');
  const answer = await post(pathOf(path), token, { ...hidden, ...Object.fromEntries(entered) });
  await app.close();
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.body).not.toMatch(isMarkup);
  if (answer.body.includes(shownText)) echoed.add(path);
});

it('most forms show it, so that the cases above can fail', () => {
  expect(echoed.size).toBeGreaterThan(forms.length / 2);
});
