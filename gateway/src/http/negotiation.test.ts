import { expect, it } from 'vitest';
import { prefers } from './negotiation.ts';

it.each([
  ['application/jose', true],
  ['application/json', false],
  ['application/jose, application/json', true],
  ['application/jose;q=0.5, application/json', false],
  ['application/json;q=0.5, Application/JOSE ; q=0.9', true],
  ['application/jose;q=0', false],
  ['application/jose;q=high', false],
  ['application/jose;q=0.1, */*', true],
  ['*/*', false],
  ['application/*', false],
  ['', false],
  [undefined, false],
])('%j asks for application/jose: %s', (accept, wanted) => {
  expect(prefers(accept, 'application/jose')).toBe(wanted);
});
