import { expect, it } from 'vitest';
import { transferUnits } from './transfer-units.ts';

const box = (job_id: string, identifier: string, parcels: number, ...units: string[]) =>
  ({ job_id, identifier, kind: 'tote', parcels, codes: null, units }) as const;
const boxes = [
  { ...box('job_1', 'BAG-1', 2, 'CRATE-1', 'CAGE-1'), units: ['CRATE-1', 'CAGE-1'] },
  { ...box('job_1', 'BAG-2', 1), units: [] },
  { ...box('job_2', 'BAG-3', 4), units: ['CAGE-1'] },
];
const packed = { boxes, whole: ['CAGE-1', 'CAGE-9'] };

it.each<[string, string[] | undefined, object]>([
  ['the whole ones around it, which nobody counted', undefined, { units: ['CAGE-1'] }],
  ['nothing, where none was scanned', [], { units: [] }],
  ['a cage with the bag in it', ['CAGE-1'], { units: ['CAGE-1'], parcels_scanned: 2 }],
  ['a bag that stands alone', ['BAG-2'], { units: ['BAG-2'], parcels_scanned: 1 }],
  ['a bag in a cage, each parcel once', ['BAG-1', 'CAGE-1', 'BAG-1'], { parcels_scanned: 2 }],
  ['all of it, counted together', ['CAGE-1', 'BAG-2'], { parcels_scanned: 3 }],
  ['no unit of another job', ['BAG-3', 'CAGE-9'], { units: [] }],
])('with the parcels of a job goes %s', (_, scanned, expected) => {
  expect(transferUnits('job_1', packed, scanned)).toMatchObject(expected);
});

it('a tracking of the version before knows no units, and none go along', () => {
  const { units: _, ...bare } = box('job_1', 'BAG-1', 2);
  const before = JSON.parse(JSON.stringify({ boxes: [bare] }));
  expect(transferUnits('job_1', before, undefined)).toEqual({ units: [] });
});
