import { z } from 'zod';
import { containersOf, type Installation, ofKind } from './installation.ts';

/** A digest, or a tag of one release: `latest` and `18` are moved to the next one. */
const fixed = /:v?\d+\.\d+[\w.-]*$|@sha256:[0-9a-f]{64}$/;
const database = z.looseObject({ imageName: z.string() });

export const imageProblems = (given: Installation): string[] => {
  const images = [
    ...given.workloads.flatMap((workload) =>
      containersOf(workload).map(({ image }) => ({
        of: `${workload.kind} ${workload.name}`,
        image,
      })),
    ),
    ...ofKind(given, 'Cluster').map(({ metadata, spec }) => ({
      of: `Cluster ${metadata.name}`,
      image: database.parse(spec).imageName,
    })),
  ];
  return images
    .filter(({ image }) => !fixed.test(image))
    .map(({ of, image }) => `${of}: the image ${image} has neither digest nor a release's tag`);
};
