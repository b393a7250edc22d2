/** Canonical JSON: the same text for equal values, independent of the order of members. */
export const canonical = (value: unknown): string => JSON.stringify(ordered(value)) ?? 'null';

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, of]) => [name, ordered(of)]));
}
