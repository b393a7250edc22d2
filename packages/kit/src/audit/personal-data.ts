import { rejectionReasons } from '@svc/contracts';

/** Members of events, at any depth, that may identify the recipient. */
const personal: ReadonlySet<string> = new Set(['recipient', 'note', 'location']);

/** Members of events that people write in their own words, whomever they name in them. */
const inWords: ReadonlySet<string> = new Set(['reason', 'description']);

/** Texts of such members that are codes, which readers of events parse. */
const codes: ReadonlySet<string> = new Set(['', ...rejectionReasons]);

const isPersonalText = (name: string, member: unknown): member is string =>
  typeof member === 'string' &&
  (personal.has(name) ? member !== '' : inWords.has(name) && !codes.has(member));

/** Fields of tenants' data that name or reach a person. */
const ofPeople: ReadonlySet<string> = new Set([
  'by',
  'email',
  'first_name',
  'last_name',
  'phone',
  'pickup_contact',
  'dropoff_contact',
]);

/** Whether a field of this name may be about a person, in events or in tenants' data. */
export const isPersonalField = (name: string): boolean => personal.has(name) || ofPeople.has(name);

/** The same JSON with every personal text blank; shape and order of members stay. */
export function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isPersonalText(name, member) ? '' : redacted(member),
    ]),
  );
}

/** Whether `redacted` would change anything. */
export function isPersonal(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) => isPersonalText(name, member) || isPersonal(member),
  );
}
