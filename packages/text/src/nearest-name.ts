/** Suggestions by edit distance, for names that are not known. */
import { distance } from 'fastest-levenshtein';

const namesMax = 30;

/** The nearest known name, else all of them. */
export function hintFor(sent: string, known: readonly string[]): string {
  const nearest = nearestName(sent, known);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  if (known.length === 0) return 'There are none here.';
  const more = known.length > namesMax ? ', …' : '';
  return `Known here: ${known.slice(0, namesMax).join(', ')}${more}.`;
}

/** Longer names are no slip of a finger, and the distance costs the product of the lengths. */
const lengthMax = 64;
/** Share of a name that may differ. */
const slip = 0.4;

/** The known name with the least edit distance (Levenshtein); undefined if none comes close. */
export function nearestName(sent: string, known: readonly string[]): string | undefined {
  if (sent.length > lengthMax) return undefined;
  const plain = plainName(sent);
  const [nearest] = known
    .map((name) => ({ name, away: distance(plain, plainName(name)) }))
    .filter(({ name, away }) => away <= slip * Math.max(plain.length, name.length))
    .sort((a, b) => a.away - b.away);
  return nearest?.name;
}

/** `costCentre` and `cost-centre` are `cost_centre`. */
const plainName = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
