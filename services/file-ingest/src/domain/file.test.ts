import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { archivedId, archivePath, isManifestName, retryAt, safeName } from './file.ts';

describe('a name', () => {
  it.each([
    ['wave.csv', true],
    ['WAVE 7.CSV', true],
    ['wave.csv.part', false],
    ['.wave.csv', false],
    ['wave.txt', false],
    ['csv', false],
  ])('%s is taken: %s', (name, taken) => {
    expect(isManifestName(name)).toBe(taken);
  });

  it('is safe in our own folders, whatever it was', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(safeName(name)).toMatch(/^[\w. -]{0,100}$/);
      }),
    );
    expect(safeName(`${'x'.repeat(200)}.csv`)).toHaveLength(97);
  });

  it('leads from the archive back to its file', () => {
    const id = 'wf_01M8011XYMHKJ4CXNRBPKV7H0M';
    const path = archivePath({ dc: 'jhb', id, name: '../a.csv' });
    expect(path).toBe(`/jhb/archive/${id}-.._a.csv`);
    expect(archivedId(path.split('/').at(-1) ?? '')).toBe(id);
    expect(archivedId('wave.csv')).toBeUndefined();
  });
});

it('a step is tried often enough for an answer within two minutes', () => {
  const now = new Date(0);
  const pauses = [1, 2, 3, 4, 5, 6, 60].map((tries) => retryAt(tries, now).getTime());
  expect(pauses).toEqual([1_000, 2_000, 5_000, 10_000, 20_000, 20_000, 20_000]);
});
