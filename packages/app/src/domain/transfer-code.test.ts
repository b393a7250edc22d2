import { expect, it } from 'vitest';
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

it('parcels that were read are counted for each job whose codes are known', () => {
  const codesOf = new Map(two.map(({ id }, n) => [id, [`P${n}A`, `P${n}B`]]));
  const count = (parcels: string, known = codesOf) =>
    countParcels(two, { parcels, codesOf: known });
  expect(count('P0A\nP0B P1A')).toEqual({
    counts: new Map([
      [two[0]?.id, 2],
      [two[1]?.id, 1],
    ]),
  });
  expect(count('')).toEqual({ counts: new Map() });
  expect(count('P0A X')).toMatchObject({
    fault: expect.stringContaining('On none of these jobs: X.'),
  });
  expect(count('X', new Map())).toEqual({ counts: new Map() });
});
