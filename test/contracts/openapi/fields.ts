/** Allow-lists of fields: what of a resource `endpoints/` grants, and what of an answer is beyond it. */
import { resources } from '../endpoints/index.ts';

/** Members by name, `*` for any; a leaf has none. */
interface Fields {
  members: Map<string, Fields>;
}

export function fieldsOf(resource: string): Fields {
  const text = resources[resource];
  if (text === undefined) throw new Error(`list the fields of ${resource} in endpoints/`);
  return readFields(text.match(/\+?[\w*]+(=\w+)?|[{}]/g) ?? []);
}

/** Takes tokens up to the end of the object. */
function readFields(tokens: string[]): Fields {
  const members = new Map<string, Fields>();
  for (let token = tokens.shift(); token !== undefined && token !== '}'; token = tokens.shift()) {
    if (token.startsWith('+')) {
      for (const [name, each] of fieldsOf(token.slice(1)).members) members.set(name, each);
      continue;
    }
    const [name = '', resource] = token.split('=');
    const isObject = tokens[0] === '{';
    if (isObject) tokens.shift();
    const leaf = isObject ? readFields(tokens) : { members: new Map<string, Fields>() };
    members.set(name, resource === undefined ? leaf : fieldsOf(resource));
  }
  return { members };
}

/** Paths of members that the list does not have. */
export function beyond(value: unknown, { members }: Fields, at: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return [...new Set(value.flatMap((item) => beyond(item, { members }, at)))];
  }
  return Object.entries(value).flatMap(([name, each]) => {
    const path = [...at, name];
    const known = members.get(name) ?? members.get('*');
    if (!known) return [path.join('.')];
    const isOpen = !members.has(name) && known.members.size === 0;
    return isOpen ? [] : beyond(each, known, path);
  });
}

/** Paths of all fields, those of resources in it too. */
export const pathsOf = ({ members }: Fields): string[] =>
  [...members].flatMap(([name, inner]) => [
    name,
    ...pathsOf(inner).map((path) => `${name}.${path}`),
  ]);
