import { describe, expect, it } from 'vitest';
import { segmentsOf } from './line-segments.ts';

const fridge = [2, 8] as const;

describe('a line of readings', () => {
  it('within the range is one piece', () => {
    const points = [
      [0, 2],
      [10, 8],
    ] as const;
    expect(segmentsOf(points, fridge)).toEqual([{ isOut: false, points }]);
  });

  it('changes where it leaves the range, not at the next reading', () => {
    expect(
      segmentsOf(
        [
          [0, 6],
          [10, 10],
        ],
        fridge,
      ),
    ).toEqual([
      {
        isOut: false,
        points: [
          [0, 6],
          [5, 8],
        ],
      },
      {
        isOut: true,
        points: [
          [5, 8],
          [10, 10],
        ],
      },
    ]);
  });

  it('that comes back is in range again', () => {
    expect(
      segmentsOf(
        [
          [0, 0],
          [10, 4],
        ],
        fridge,
      ),
    ).toEqual([
      {
        isOut: true,
        points: [
          [0, 0],
          [5, 2],
        ],
      },
      {
        isOut: false,
        points: [
          [5, 2],
          [10, 4],
        ],
      },
    ]);
  });

  it('from below to above crosses both edges', () => {
    expect(
      segmentsOf(
        [
          [0, 0],
          [10, 10],
        ],
        fridge,
      ).map(({ isOut }) => isOut),
    ).toEqual([true, false, true]);
  });

  it('of one reading is a piece, of none is none', () => {
    expect(segmentsOf([[0, 9]], fridge)).toEqual([{ isOut: true, points: [[0, 9]] }]);
    expect(segmentsOf([], fridge)).toEqual([]);
  });

  it('without a range is never out of it', () => {
    expect(segmentsOf([[0, 90]], null)).toEqual([{ isOut: false, points: [[0, 90]] }]);
  });
});
