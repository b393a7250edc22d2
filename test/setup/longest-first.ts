import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files and folders that take longest, by the duration of their longest file, from 260 s to 60 s:
 * begun last, one of them would keep a single worker busy.
 */
const long = [
  'test/guides/walk.',
  'test/faults/severed-nats.',
  'test/files/s',
  'test/rolling/',
  'test/proof/',
  'test/pages/',
  'test/faults/',
  'test/guides/',
  'test/files/',
  'test/contracts/',
  'test/fuzz/',
  'test/sight/',
  'test/journeys/',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = long.findIndex((folder) => moduleId.includes(`/${folder}`));
  return place < 0 ? long.length : place;
};

/** Whether or not an earlier run left its durations behind. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
