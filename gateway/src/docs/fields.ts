/**
 * Renders the fields of a schema as Markdown: a tree of names, types with bounds, and descriptions.
 */
import type { JsonSchema } from './nulls.ts';

/**
 * Marks required fields in requests only: responses have all fields unless a description says
 * otherwise.
 */
export function fieldTree(schema: JsonSchema, { isRequest = false } = {}): string {
  const required = new Set([schema.required].flat());
  return Object.entries<JsonSchema>(Object(schema.properties))
    .map(([name, field]) =>
      item({
        name: `\`${name}\``,
        type: typeText(field) + (isRequest && required.has(name) ? ', **required**' : ''),
        text: String(field.description ?? ''),
        below: fieldTree(objectWithin(field), { isRequest }),
      }),
    )
    .join('\n');
}

interface Item {
  name: string;
  type: string;
  text: string;
  /** Its own fields. */
  below?: string;
}

/** One entry of a list; descriptions of several blocks stay below it. */
export function item({ name, type, text, below = '' }: Item): string {
  const blocks = [`- ${name} *${type}*  \n${indented(text)}`, below && indented(below)];
  return blocks.filter((block) => block !== '').join('\n\n');
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');

/** The object whose fields are listed below this one: itself, or the items of an array. */
function objectWithin({ properties, items, anyOf, required }: JsonSchema): JsonSchema {
  if (properties !== undefined) return { properties, required };
  if (Array.isArray(anyOf)) return objectWithin(Object(anyOf[0]));
  return items === undefined ? {} : objectWithin(Object(items));
}

/** In words: `integer, 1 to 99`, `array of string`, `Job` with a link; as Markdown. */
export function typeText(schema: JsonSchema): string {
  const { const: fixed, anyOf, items, format, $ref } = schema;
  if (typeof $ref === 'string') return referenceText($ref);
  if (fixed !== undefined) return `\`${JSON.stringify(fixed)}\``;
  if (Array.isArray(anyOf)) return anyOf.map(typeText).join(' or ');
  const types = [schema.type].flat();
  const isList = types.includes('array');
  const [only = 'null'] = types.filter((type) => type !== 'null');
  const name = isList ? `array of ${typeText(Object(items))}` : String(only);
  const orNull = types.includes('null') && types.length > 1 ? ' or null' : '';
  const form = format === undefined ? '' : ` (${String(format)})`;
  return [name + form + orNull, ...bounds(schema)].join(', ');
}

/** Resources share one page. */
function referenceText(ref: string): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return `[${name}](/docs/reference/resources#schema-${name})`;
}

function bounds(schema: JsonSchema): string[] {
  const { minimum, maximum, maxLength, minItems, maxItems, default: preset } = schema;
  return [
    range(minimum, maximum, ''),
    range(undefined, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    preset === undefined ? '' : `default \`${JSON.stringify(preset)}\``,
  ].filter((text) => text !== '');
}

function range(least: unknown, most: unknown, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return `at most ${most}${unit}`;
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
}
