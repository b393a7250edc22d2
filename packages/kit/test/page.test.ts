import { describe, expect, it } from 'vitest';
import { toPage } from '../src/calls/page.ts';

const big = 'x'.repeat(160_000);

describe('a page', () => {
  it('has the requested items, and says whether there are more', () => {
    expect(toPage([1, 2, 3], 2)).toEqual({ object: 'list', data: [1, 2], has_more: true });
    expect(toPage([1, 2], 2)).toEqual({ object: 'list', data: [1, 2], has_more: false });
    expect(toPage([], 2)).toEqual({ object: 'list', data: [], has_more: false });
  });

  it('is shorter when a message could not carry it', () => {
    expect(toPage([big, big, big], 3)).toMatchObject({ data: [big], has_more: true });
  });

  it('has at least one item', () => {
    const huge = big + big;
    expect(toPage([huge, big], 2)).toMatchObject({ data: [huge], has_more: true });
  });
});
