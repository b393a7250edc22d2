import { Refusal } from '@svc/kit/refusal';
import { describe, expect, it } from 'vitest';
import { type Nesting, nowhere, requireNesting, wholeUnits } from './unit.ts';

const asset = (id: string) => ({ id, identifier: `${id}-1` });
/** `bag>crate>cage`: the one stands in the other. */
const nestingsOf = (...chains: string[]): Nesting[] =>
  chains.flatMap((chain) => {
    const ids = chain.split('>');
    return ids.slice(1).map((in_asset_id, n) => ({ asset_id: ids[n] ?? '', in_asset_id }));
  });
const detailOf = (inner: string, outer: string, known: Nesting[]) => {
  try {
    requireNesting(asset(inner), asset(outer), known);
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.detail];
    throw error;
  }
  return [];
};

describe('an asset may stand', () => {
  it.each<[string, string, string, Nesting[]]>([
    ['in an empty one', 'bag', 'crate', []],
    ['beside others', 'bag', 'crate', nestingsOf('other>crate')],
    ['in one that stands in two', 'bag', 'crate', nestingsOf('crate>cage>container')],
    ['with two in it, in another', 'cage', 'container', nestingsOf('bag>crate>cage')],
    ['between one and one', 'crate', 'cage', nestingsOf('bag>crate', 'cage>x')],
  ])('by the rule of nestings: %s', (_, inner, outer, known) => {
    expect(detailOf(inner, outer, known)).toEqual([]);
  });
});

describe('an asset cannot stand', () => {
  it.each<[string, string, string, Nesting[], string]>([
    ['in itself', 'bag', 'bag', [], 'bag-1 cannot stand in itself'],
    ['in what stands in it', 'cage', 'crate', nestingsOf('crate>cage'), 'which stands in it'],
    ['in a ring of three', 'cage', 'bag', nestingsOf('bag>crate>cage'), 'which stands in it'],
    ['under four', 'bag', 'w', nestingsOf('w>x>y>z'), '5 would stand one in another. At most 4'],
    ['over four', 'z', 'end', nestingsOf('w>x>y>z'), '5 would stand one in another'],
    ['as the fifth between two and two', 'x', 'y', nestingsOf('v>w>x', 'y>z'), '5 would stand'],
  ])('by the rule of nestings: %s', (_, inner, outer, known, words) => {
    const [code, detail] = detailOf(inner, outer, known);
    expect([code, detail]).toEqual(['asset_nested', expect.stringContaining(words)]);
  });

  it('where a path of many ways is as long as its longest', () => {
    const known = nestingsOf('w>z', 'w>x>y>z');
    expect(detailOf('bag', 'w', known)[0]).toBe('asset_nested');
  });
});

const boxIn = (...ids: string[]) => ({ ...nowhere, units: ids.map(asset) });
const contents = new Map([
  ['crate', ['job_1']],
  ['cage', ['job_1', 'job_2']],
]);
it.each<[string, string[], string[]]>([
  ['the outermost that holds these jobs alone', ['job_1', 'job_2'], ['cage-1']],
  ['the crate where the cage holds another', ['job_1'], ['crate-1']],
  ['none where another is in each', ['job_3'], []],
])('a whole unit is %s', (_, jobs, expected) => {
  const boxes = [boxIn('crate', 'cage'), boxIn('crate', 'cage'), boxIn()];
  expect(wholeUnits(boxes, contents, jobs)).toEqual(expected);
});
