/** The fields of a schema for readers: a tree of names, types with bounds, and descriptions. */
import { escaped } from '../pages/html.ts';
import type { JsonSchema } from './nulls.ts';
import { markdown } from './page.ts';

/** Marks required fields in requests only: answers have all fields unless a description says otherwise. */
export function fieldTree(schema: JsonSchema, { isRequest = false } = {}): string {
  const required = new Set([schema.required].flat());
  const rows = Object.entries<JsonSchema>(Object(schema.properties)).map(([name, field]) => {
    const need = isRequest && required.has(name) ? ', <strong>required</strong>' : '';
    const below = fieldTree(objectWithin(field), { isRequest });
    return `<dt><code>${escaped(name)}</code></dt>
<dd><p class="type">${typeText(field)}${need}</p>
${markdown(descriptionOf(field))}${below}</dd>`;
  });
  return rows.length > 0 ? `<dl class="fields">\n${rows.join('\n')}\n</dl>` : '';
}

const descriptionOf = ({ description }: JsonSchema): string => String(description ?? '');

/** The object whose fields stand below this one: itself, or the items of an array. */
function objectWithin({ properties, items, anyOf }: JsonSchema): JsonSchema {
  if (properties !== undefined) return { properties };
  if (Array.isArray(anyOf)) return objectWithin(Object(anyOf[0]));
  return items === undefined ? {} : objectWithin(Object(items));
}

/** In words: `integer, 1 to 99`, `array of string`, `Job` with a link; as HTML. */
export function typeText(schema: JsonSchema): string {
  const { const: fixed, anyOf, items, format, $ref } = schema;
  if (typeof $ref === 'string') return referenceText($ref);
  if (fixed !== undefined) return escaped(JSON.stringify(fixed));
  if (Array.isArray(anyOf)) return anyOf.map(typeText).join(' or ');
  const types = [schema.type].flat();
  const isList = types.includes('array');
  const [only = 'null'] = types.filter((type) => type !== 'null');
  const name = isList ? `array of ${typeText(Object(items))}` : String(only);
  const orNull = types.includes('null') && types.length > 1 ? ' or null' : '';
  const form = format === undefined ? '' : ` (${escaped(String(format))})`;
  return [name + form + orNull, ...bounds(schema)].join(', ');
}

function referenceText(ref: string): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return `<a href="#schema-${name}">${name}</a>`;
}

function bounds(schema: JsonSchema): string[] {
  const { minimum, maximum, maxLength, minItems, maxItems, default: preset } = schema;
  return [
    range(minimum, maximum, ''),
    range(undefined, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    preset === undefined ? '' : `default ${escaped(JSON.stringify(preset))}`,
  ].filter((text) => text !== '');
}

function range(least: unknown, most: unknown, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return `at most ${most}${unit}`;
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
}
