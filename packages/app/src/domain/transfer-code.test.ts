import { describe, expect, it } from 'vitest';
import { compareSeals, countParcels, readTransferCode, transferCodes } from './transfer-code.ts';

const jobs = Array.from({ length: 20 }, (_, n) => ({
  id: `job_01KB1NBC00AAAAAAAAAAAAAA${String(n).padStart(2, '0')}`,
  ref: `SVC-0123AB${String(n).padStart(2, '0')}`,
  seal: `SL-${1000 + n}`,
}));

it('forty parcels fit in symbols that are read one after the other', () => {
  const codes = transferCodes('ABCDEF0123456789', jobs);
  expect(codes).toHaveLength(3);
  expect(codes.every((each) => /^[0-9A-Z $%*+\-./:]+$/.test(each))).toBe(true);
  const read = codes.map(readTransferCode);
  expect(read.flatMap((each) => each?.jobs ?? [])).toEqual(jobs);
  expect(new Set(read.map((each) => each?.code))).toEqual(new Set(['ABCDEF0123456789']));
});

it.each(['', 'SL-1000', 'SVC-TRANSFER', 'SVC-TRANSFER:A', 'SVC-TRANSFER:A:x.y.z'])(
  'another symbol is no transfer: %s',
  (text) => {
    expect(readTransferCode(text)).toBeUndefined();
  },
);

const [first, second] = jobs;
const two = [first, second].flatMap((each) => each ?? []);

it('seals that were read are compared, and what is not needs a reason', () => {
  const all = compareSeals(two, { seals: 'sl-1000\n SL-1001', reason: '' });
  expect(all).toMatchObject({ jobs: [{ isCompared: true }, { isCompared: true }] });
  expect(compareSeals(two, { seals: 'SL-1000', reason: '' })).toEqual({
    faults: { reason: 'Scan 1 more, or say why that is not possible.' },
  });
  expect(compareSeals(two, { seals: 'SL-1000', reason: 'Torn label' })).toMatchObject({
    jobs: [{ isCompared: true }, { isCompared: false }],
  });
  expect(compareSeals(two, { seals: 'SL-9', reason: 'Dark' })).toEqual({
    faults: { seals: 'On none of these jobs: SL-9. Call the control desk.' },
  });
});

describe('what was read', () => {
  const bag = (n: number, ...units: string[]) => ({
    ...{ identifier: `BAG-${n}`, parcels: 2, codes: [`P${n}A`, `P${n}B`], units },
  });
  const known = new Map(
    two.map(({ id }, n) => [
      id,
      {
        ...{ parcels: 3, codes: [`P${n}A`, `P${n}B`, `P${n}C`] },
        boxes: [bag(n, `CRATE-${n}`, 'CAGE-1')],
      },
    ]),
  );
  const count = (parcels: string, units = '', of: typeof known = known) => {
    const counted = countParcels(two, { parcels, units, known: of });
    if ('faults' in counted) return counted.faults;
    return two.map(({ id }) => [counted.counts.get(id), ...(counted.units.get(id) ?? [])]);
  };

  it.each<[string, string, string, (number | string | undefined)[][]]>([
    ['nothing', '', '', [[undefined], [undefined]]],
    ['parcels of both jobs', 'P0A\nP0B P1A', '', [[2], [1]]],
    ['a bag of one job', '', 'bag-0', [[2, 'BAG-0'], [0]]],
    ['a crate of one job', '', 'CRATE-1', [[0], [2, 'CRATE-1']]],
    [
      'a cage of both',
      '',
      'CAGE-1',
      [
        [2, 'CAGE-1'],
        [2, 'CAGE-1'],
      ],
    ],
    [
      'a cage, and the parcel beside it',
      'P0C',
      'CAGE-1',
      [
        [3, 'CAGE-1'],
        [2, 'CAGE-1'],
      ],
    ],
    ['a bag, and a parcel in it again', 'P0A', 'BAG-0', [[2, 'BAG-0'], [0]]],
    [
      'a cage, and all parcels again',
      'P0A P0B P0C',
      'CAGE-1',
      [
        [3, 'CAGE-1'],
        [2, 'CAGE-1'],
      ],
    ],
    [
      'a crate in the cage',
      '',
      'CRATE-0 CAGE-1',
      [
        [2, 'CRATE-0', 'CAGE-1'],
        [2, 'CAGE-1'],
      ],
    ],
  ])('is counted for each job: %s', (_, parcels, units, expected) => {
    expect(count(parcels, units)).toEqual(expected);
  });

  it('names a code of none of the jobs at its field', () => {
    const fault = (code: string) => expect.stringContaining(`On none of these jobs: ${code}.`);
    expect(count('P0A X', 'CAGE-9')).toEqual({ parcels: fault('X'), units: fault('CAGE-9') });
  });

  it('goes along with each job whose parcels the phone does not know, uncounted', () => {
    expect(count('X', 'CAGE-9', new Map())).toEqual([
      [undefined, 'CAGE-9'],
      [undefined, 'CAGE-9'],
    ]);
  });
});
