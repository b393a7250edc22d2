import { expect, it } from 'vitest';
import { prefers } from './negotiation.ts';

it.each([
  ['image/*', 'image/png', true],
  ['image/*', 'image/svg+xml', true],
  ['image/*', 'application/pdf', false],
  ['application/pdf;q=0.5, image/*', 'image/png', true],
  ['application/pdf;q=0.5, image/*', 'application/pdf', false],
  ['application/pdf, image/*;q=0.8', 'image/png', false],
  ['image/*, image/png;q=0', 'image/png', false],
  ['image/webp, image/*;q=0.8, */*;q=0.5', 'image/png', false],
  ['text/*', 'text/csv', true],
])('%j asks for %s: %s', (accept, mediaType, wanted) => {
  expect(prefers(accept, mediaType)).toBe(wanted);
});

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
