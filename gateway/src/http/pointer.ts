const segmentMax = 64;

/** RFC 6901; long names are cut. */
export const pointerTo = (path: readonly (string | number)[]): string =>
  path
    .map((part) => String(part).slice(0, segmentMax).toWellFormed())
    .map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
