import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { archivedId, archivePath, isManifestName, retryAt, safeName } from './file.ts';

const id = 'wf_01M8011XYMHKJ4CXNRBPKV7H0M';

describe('a name', () => {
  it.each([
    ['wave.csv', true],
    ['WAVE 7.CSV', true],
    ['wave.csv.part', false],
    ['.wave.csv', false],
    ['wave.txt', false],
    ['csv', false],
  ])('like %s is accepted: %s', (name, isManifest) => {
    expect(isManifestName(name)).toBe(isManifest);
  });

  it.each(['x+.csv', 'x&.csv', 'Über Köln (2).csv', "d'été, 7.edi", '注文.ifm'])(
    'is kept unchanged where a server can store it: %s',
    (name) => {
      expect(safeName({ id, name })).toBe(name);
    },
  );

  it.each([
    ['../a.csv', `.._a~${id}.csv`],
    ['a\u0000b.csv', `a_b~${id}.csv`],
    ['a\\b.csv', `a_b~${id}.csv`],
    ['a\nb.csv', `a_b~${id}.csv`],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(166)}~${id}.csv`],
  ])('has its id where it had to be changed: %j', (name, safe) => {
    expect(safeName({ id, name })).toBe(safe);
  });

  it('is safe in our own folders, whatever its characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const safe = safeName({ id, name });
        expect(safe).not.toMatch(/[/\0\n]/);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
        expect(safe === name || safe.includes(id)).toBe(true);
      }),
    );
  });

  it('leads from the archive back to its file', () => {
    const path = archivePath({ dc: 'jhb', id, name: '../a.csv' });
    expect(path).toBe(`/jhb/archive/${id}-${safeName({ id, name: '../a.csv' })}`);
    expect(archivedId(path.split('/').at(-1) ?? '')).toBe(id);
    expect(archivedId('wave.csv')).toBeUndefined();
  });
});

it('a step is attempted often enough for an answer within two minutes', () => {
  const now = new Date(0);
  const pauses = [1, 2, 3, 4, 5, 6, 60].map((tries) => retryAt(tries, now).getTime());
  expect(pauses).toEqual([1_000, 2_000, 5_000, 10_000, 20_000, 20_000, 20_000]);
});
