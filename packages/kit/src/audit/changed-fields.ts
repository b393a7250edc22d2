/** Difference of two versions of an object, as fields that a change record may have. */
import { type ChangedFields, changedFieldsMax, changedTextMax } from '@svc/contracts';
import { isPersonalField } from './personal-data.ts';

/** Stands in the place of a personal value: that it changed is said, the value is not. */
const withheld = 'withheld';

const secret = /secret|token|hash|password/i;

interface Versions {
  before?: object | undefined;
  after?: object | undefined;
  personal?: readonly string[] | undefined;
}

export function differences({ before, after, personal = [] }: Versions): {
  before: ChangedFields;
  after: ChangedFields;
} {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...was.keys(), ...is.keys()]);
  const changed = [...names].filter((name) => was.get(name) !== is.get(name));
  const shown = (fields: Fields): ChangedFields =>
    Object.fromEntries(
      changed.slice(0, changedFieldsMax).flatMap((name) => {
        const value = fields.get(name);
        if (value === undefined) return [];
        const isWithheld = value !== null && (isPersonalName(name) || personal.includes(name));
        return [[name, isWithheld ? withheld : bounded(value)]];
      }),
    );
  return { before: shown(was), after: shown(is) };
}

type Value = ChangedFields[string];
type Fields = ReadonlyMap<string, Value>;

/** Leaves by their dotted names; lists of plain values as one text. */
const fieldsOf = (object: object | undefined): Fields => new Map(leaves(object ?? {}, ''));

function leaves(value: object, path: string): (readonly [string, Value])[] {
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const name = path === '' ? key : `${path}.${key}`;
    if (secret.test(key) || member === undefined) return [];
    if (isValue(member)) return [[name, member] as const];
    if (member instanceof Date) return [[name, member.toISOString()] as const];
    if (Array.isArray(member)) return [[name, member.map(listed).join(', ')] as const];
    return typeof member === 'object' && member !== null ? leaves(member, name) : [];
  });
}

const listed = (item: unknown): string => (isValue(item) ? String(item) : JSON.stringify(item));

const isValue = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const bounded = (value: Value): Value =>
  typeof value === 'string' && value.length > changedTextMax
    ? `${value.slice(0, changedTextMax - 1).toWellFormed()}…`
    : value;

const isPersonalName = (name: string): boolean => name.split('.').some(isPersonalField);
