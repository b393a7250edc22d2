import { expect, it } from 'vitest';
import { segmentsOf } from './line-segments.ts';

const fridge = [2, 8] as const;

/** Points as `minute:degrees`. */
const pointsOf = (text: string) =>
  text.split(' ').flatMap((pair): [number, number][] => {
    const [x, y] = pair.split(':');
    return y === undefined ? [] : [[Number(x), Number(y)]];
  });

it.each([
  ['within the range is one piece', '0:2 10:8', fridge, ['in 0:2 10:8']],
  ['changes where it leaves the range', '0:6 10:10', fridge, ['in 0:6 5:8', 'out 5:8 10:10']],
  ['that comes back is in range again', '0:0 10:4', fridge, ['out 0:0 5:2', 'in 5:2 10:4']],
  [
    'from below to above crosses both edges',
    '0:0 10:10',
    fridge,
    ['out 0:0 2:2', 'in 2:2 8:8', 'out 8:8 10:10'],
  ],
  ['of one reading is a piece', '0:9', fridge, ['out 0:9']],
  ['of none is none', '', fridge, []],
  ['without a range is never out of it', '0:90', null, ['in 0:90']],
])('a line of readings %s', (_what, points, range, pieces) => {
  const shown = segmentsOf(pointsOf(points), range).map(({ isOut, points: own }) =>
    [isOut ? 'out' : 'in', ...own.map((point) => point.join(':'))].join(' '),
  );
  expect(shown).toEqual(pieces);
});
