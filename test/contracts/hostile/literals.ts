/** Hostile literals, and bodies that have one at any place. */
import type { ActionRoute } from '../requests.ts';
import { bodySchema, filled, type Place, placesIn, plainValue, variantFor } from './schema.ts';

/** Text that Postgres cannot store, or that is no Unicode. */
export const unstorable = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"'];

/** Literals in the text of a body; some are not even JSON. */
export const literals = [
  ...['-1', '-0.001', '2000.001', '0.0001', '1e308', '1e400', '-1e400', '1e-400'],
  ...['9007199254740993', '9'.repeat(400), '0.1e1000', '-0'],
  ...['NaN', 'Infinity', '-Infinity', '0x10', '01', '+1', '.5', '1_000', 'undefined'],
  ...['true', 'null', '[]', '{}', '[[]]', '{"a":1}', '["a"]', '[null]', '""', '"12"', '" "'],
  ...['"\\u200b"', '"\\u001b[31m"', '"\\u007f"', ...unstorable],
  ...[`"${'x'.repeat(10_240)}"`, `"${'\u{1f691}'.repeat(300)}"`],
  `[${Array.from({ length: 300 }, (_, i) => `"${i}"`).join()}]`,
  `{${Array.from({ length: 300 }, (_, i) => `"k${i}":"v"`).join()}}`,
  ...['"\'; drop table job; --"', '"{{7*7}}"', '"$(reboot)"', '"../../etc/passwd"', '"%00"'],
];

export interface FilledPlace extends Place {
  /** The example of the route, with plain values for what it lacks on the way to the place. */
  body: object;
}

export function placesOf(route: ActionRoute): FilledPlace[] {
  const whole = variantFor(bodySchema(route), route.example);
  const example: Record<string, unknown> = Object(route.example);
  return placesIn(whole).map(({ path, schema }) => {
    const [field] = path;
    if (field === undefined) return { path, schema, body: example };
    const plain = plainValue(whole.properties?.[field] ?? {});
    return { path, schema, body: { ...example, [field]: filled(example[field], plain) } };
  });
}

/** Text of the body with the literal at the place, whatever stands there. */
export const withLiteral = (
  { body, path }: Pick<FilledPlace, 'body' | 'path'>,
  literal: string,
): string => JSON.stringify(withHole(body, path)).replace(JSON.stringify(hole), () => literal);

const hole = '@here@';

function withHole(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return hole;
  if (first === '0') return [withHole(Array.isArray(value) ? value[0] : undefined, rest)];
  const object: Record<string, unknown> = { ...Object(value) };
  return { ...object, [first]: withHole(object[first], rest) };
}
