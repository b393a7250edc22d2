import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose files take longest: begun last, one of them would keep a single worker busy. */
const long = [
  'test/guides/',
  'test/fuzz/',
  'test/pages/',
  'test/faults/',
  'test/files/',
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
