import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError, utf8 } from '../../src/log/bytes.ts';
import { formatEntryBundle, parseEntryBundle } from '../../src/log/entry-bundle.ts';
import {
  parseTilePath,
  type Tile,
  tileHashes,
  tileOf,
  tilePath,
  tilesOf,
} from '../../src/log/tile.ts';

describe('a path of a tile', () => {
  it.each<[Tile, string]>([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 1, index: 1_234_067, width: 256 }, 'tile/1/x001/x234/067'],
    [{ level: 'entries', index: 1_000, width: 5 }, 'tile/entries/x001/000.p/5'],
  ])('%j names the tile %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  it('is read as it was written', () => {
    const level = fc.oneof(fc.nat(6), fc.constant<'entries'>('entries'));
    const index = fc.maxSafeNat();
    const width = fc.integer({ min: 1, max: 256 });
    fc.assert(
      fc.property(fc.record({ level, index, width }), (tile) => {
        expect(parseTilePath(tilePath(tile))).toEqual(tile);
      }),
    );
  });

  const wrong = ['tile/0/x999/x999/x999/x999/x999/999', 'tile/0/000\n'];
  const parts = '7/000 00/000 0/0 0/x000/001 0/000.p/0 0/000.p/256 0/000.p/05 0/../000'.split(' ');
  it.each([...wrong, '/tile/0/000', ...parts.map((part) => `tile/${part}`)])(
    'is not read from the text %j',
    (path) => {
      expect(() => parseTilePath(path)).toThrow(FormatError);
    },
  );
});

it('lists the tiles of 70,000 leaves as tlog-tiles counts them', () => {
  const tiles = [...tilesOf(70_000)];
  const of = (level: number) => tiles.filter((tile) => tile.level === level);
  expect(of(0)).toHaveLength(274);
  expect(of(0).at(-1)?.width).toBe(112);
  expect(of(1).map(({ width }) => width)).toEqual([256, 17]);
  expect(of(2).map(({ width }) => width)).toEqual([1]);
  expect(tileOf('entries', 273, 70_000).width).toBe(112);
  expect(tileOf(0, 274, 70_000).width).toBe(0);
});

describe('an entry bundle', () => {
  it('is read as it was written', () => {
    const entries = fc.array(fc.uint8Array({ maxLength: 600 }), { maxLength: 256 });
    fc.assert(
      fc.property(entries, (all) => {
        expect(parseEntryBundle(formatEntryBundle(all), all.length)).toEqual(all);
      }),
    );
  });

  it.each<[string, Uint8Array, number]>([
    ['a length that is cut off', Uint8Array.of(0), 1],
    ['an entry that is cut off', Uint8Array.of(0, 2, 65), 1],
    ['fewer entries than its width', formatEntryBundle([utf8('a')]), 2],
    ['more than 256 entries', new Uint8Array(2 * 257), 257],
  ])('is refused when it comes with %s', (_, bytes, width) => {
    expect(() => parseEntryBundle(bytes, width)).toThrow(FormatError);
  });

  it('has no entry above 65,535 bytes, and a tile no other length than its width', () => {
    expect(() => formatEntryBundle([new Uint8Array(65_536)])).toThrow(RangeError);
    expect(() => tileHashes(new Uint8Array(33), 1)).toThrow(FormatError);
  });
});
