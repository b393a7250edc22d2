/**
 * Refuses an OpenAPI document that leaves something unsaid: every operation, parameter, header,
 * schema, field and enum value has a description that says more than its name, and what null means;
 * every number has a bound.
 */
type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where something is not described, and how. */
export function descriptionFaults(document: unknown): string[] {
  const faults: string[] = [];
  const visit = (node: unknown, at: string): void => {
    if (Array.isArray(node)) {
      for (const [i, item] of node.entries()) visit(item, `${at}/${i}`);
      return;
    }
    if (!isFields(node)) return;
    faults.push(...faultsOf(node, at, document).map((fault) => `${at}: ${fault}`));
    if (isUnbounded(node)) faults.push(`${at}: a number without minimum, maximum or enum`);
    for (const [key, value] of Object.entries(node)) {
      if (!valueKeys.has(key) && !isAnyValue(key, value)) visit(value, `${at}/${key}`);
    }
  };
  visit(document, '#');
  return faults;
}

/** Below these stand values, not descriptions. */
const valueKeys = new Set(['example', 'examples', 'default', 'enum', 'const', 'mapping']);

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'enum', 'const'];
const typesOf = ({ type }: Fields): readonly unknown[] => [type].flat();
const isNumeric = (node: Fields): boolean =>
  typesOf(node).some((type) => type === 'number' || type === 'integer');

/** A number that stands for a quantity; one that may also be text stands for any value. */
const isUnbounded = (node: Fields): boolean =>
  isNumeric(node) && !typesOf(node).includes('string') && bounds.every((name) => !(name in node));

/** A choice between text and number: a value of another field, as in a list of changes. */
const isAnyValue = (key: string, value: unknown): boolean =>
  key === 'anyOf' &&
  Array.isArray(value) &&
  value.some((own) => isFields(own) && typesOf(own).includes('string'));

function faultsOf(node: Fields, at: string, document: unknown): string[] {
  const own: string[] = [];
  if (typeof node.operationId === 'string') own.push(...untold(node.operationId, node));
  if (typeof node.in === 'string' && typeof node.name === 'string') {
    own.push(...untold(node.name, node), ...valueFaults(node.schema, node.description));
  }
  if (/^#\/components\/(schemas|headers)\/\w+$/.test(at)) {
    own.push(...untold(at.slice(at.lastIndexOf('/') + 1), node));
  }
  const isReference = typeof node.$ref === 'string';
  if (!isReference && isFields(node.properties)) {
    for (const [name, property] of Object.entries(node.properties)) {
      own.push(...fieldFaults(name, property, document).map((fault) => `${name}: ${fault}`));
    }
  }
  return own;
}

function fieldFaults(name: string, property: unknown, document: unknown): string[] {
  if (!isFields(property)) return [];
  const description = property.description ?? targetOf(property, document)?.description;
  return [...untold(name, { description }), ...valueFaults(property, description)];
}

const targetOf = ({ $ref }: Fields, document: unknown): Fields | undefined => {
  if (typeof $ref !== 'string') return undefined;
  let found: unknown = document;
  for (const part of $ref.slice(2).split('/')) found = isFields(found) ? found[part] : undefined;
  return isFields(found) ? found : undefined;
};

const words = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];
const fillers = new Set(words('a an and are be by in is it its of on or that the this to with'));

/** A description that has fewer than two words of its own only repeats the name. */
function untold(name: string, { description }: Fields): string[] {
  if (typeof description !== 'string' || description === '') return ['no description'];
  const known = new Set([...words(name), ...fillers]);
  const own = new Set(words(description).filter((word) => !known.has(word)));
  return own.size < 2 ? ['the description only repeats the name'] : [];
}

function valueFaults(schema: unknown, description: unknown): string[] {
  if (!isFields(schema) || typeof description !== 'string') return [];
  const values = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : [];
  const missing = values.filter((value) => !description.includes(`\`${value}\``));
  return [
    ...missing.map((value) => `the value ${value} is not described`),
    ...(isNullable(schema) && !/\bnull\b/.test(description) ? ['what null means is not said'] : []),
  ];
}

const isNullable = ({ type, anyOf }: Fields): boolean =>
  [type, ...(Array.isArray(anyOf) ? anyOf.map((each) => isFields(each) && each.type) : [])]
    .flat()
    .includes('null');
