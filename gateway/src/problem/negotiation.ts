/**
 * Whether `Accept` (RFC 9110 section 12.5.1) names this media type and rates no other named one
 * higher. `image/*` names every image. Ranges that the default form, JSON, falls in do not count:
 * without an explicit preference it is sent.
 */
export function prefers(accept: string | undefined, mediaType: string): boolean {
  const rated = new Map((accept ?? '').split(',').map(ratedRange));
  const wanted = rated.get(mediaType) ?? rated.get(mediaType.replace(/\/.*/, '/*')) ?? 0;
  return wanted > 0 && [...rated.values()].every((quality) => quality <= wanted);
}

function ratedRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => /^q *=/.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.split('=')[1]);
  const isDefault = type === '*/*' || type === 'application/*';
  return [type, isDefault || Number.isNaN(quality) ? 0 : quality];
}
