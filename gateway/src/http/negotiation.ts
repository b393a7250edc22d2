/**
 * Whether `Accept` (RFC 9110 section 12.5.1) names this media type and rates no other named one
 * higher. Wildcards do not count: without an explicit preference the default form is sent.
 */
export function prefers(accept: string | undefined, mediaType: string): boolean {
  const rated = new Map((accept ?? '').split(',').map(ratedRange));
  const wanted = rated.get(mediaType) ?? 0;
  return wanted > 0 && [...rated.values()].every((quality) => quality <= wanted);
}

function ratedRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => /^q *=/.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.split('=')[1]);
  return [type, type.includes('*') || Number.isNaN(quality) ? 0 : quality];
}
