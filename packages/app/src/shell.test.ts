import { expect, it } from 'vitest';
import { appFiles } from './shell.ts';

it.each([
  ['the number of the control desk', '+27 11 555 0100', 'href="tel:+27115550100"'],
  ['no way to call, where no number is set', null, undefined],
])('the page of the app has %s', async (_, phone, link) => {
  const page = await appFiles(phone).find('', undefined);
  expect(String(page?.body).match(/href="tel:[^"]*"/)?.[0]).toBe(link);
});
