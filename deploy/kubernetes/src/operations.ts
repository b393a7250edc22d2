/** JSON Patch (RFC 6902) with `add`, `replace` and `remove`. */
import type { Operation } from './kustomization.ts';
import type { Json } from './manifest.ts';

/** A changed copy; throws where a path leads nowhere. */
export const applyOperations = <T extends object>(document: T, changes: readonly Operation[]): T =>
  changes.reduce<T>((current, change) => {
    const copy = structuredClone(current);
    apply(copy, change);
    return copy;
  }, document);

function apply(document: object, { op, path, value = null }: Operation): void {
  const names = path.slice(1).split('/').map(unescaped);
  const last = names.pop() ?? '';
  const parent = names.reduce<unknown>((at, name) => member(at, name, path), document);
  if (Array.isArray(parent)) changeList(parent, { op, name: last, path, value });
  else if (isRecord(parent)) {
    if (op !== 'add' && !Object.hasOwn(parent, last)) throw new Error(`${path} is not there`);
    if (op === 'remove') delete parent[last];
    else parent[last] = value;
  } else throw new Error(`${path} leads nowhere`);
}

/** `~1` is a slash and `~0` a tilde (RFC 6901). */
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

const isRecord = (at: unknown): at is Record<string, unknown> =>
  typeof at === 'object' && at !== null;

function member(at: unknown, name: string, path: string): unknown {
  if (isRecord(at) && Object.hasOwn(at, name)) return at[name];
  throw new Error(`${path} leads nowhere`);
}

interface ListChange {
  op: Operation['op'];
  name: string;
  path: string;
  value: Json;
}

function changeList(list: unknown[], { op, name, path, value }: ListChange): void {
  const index = name === '-' ? list.length : Number(name);
  const end = op === 'add' ? list.length : list.length - 1;
  if (!Number.isInteger(index) || index < 0 || index > end) throw new Error(`${path} is not there`);
  list.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]));
}
