import type { Deprecation } from '../routes/route.ts';

/** RFC 9745, RFC 8594 and RFC 8288. */
export const deprecationHeaders = ({
  since,
  sunset,
  successor,
}: Deprecation): Record<string, string> => ({
  deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  sunset: sunset.toUTCString(),
  link: `<${successor}>; rel="successor-version"`,
});
