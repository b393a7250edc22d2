import { expect, it } from 'vitest';
import { toPage } from '../src/calls/page.ts';

const big = 'x'.repeat(160_000);

it('a page has the requested items, fewer where a message could not carry them, but one', () => {
  expect(toPage([1, 2, 3], 2)).toEqual({ object: 'list', data: [1, 2], has_more: true });
  expect(toPage([1, 2], 2)).toEqual({ object: 'list', data: [1, 2], has_more: false });
  expect(toPage([], 2)).toEqual({ object: 'list', data: [], has_more: false });
  expect(toPage([big, big, big], 3)).toMatchObject({ data: [big], has_more: true });
  expect(toPage([big + big, big], 2)).toMatchObject({ data: [big + big], has_more: true });
});
