/** Finds the components that a document needs. */

/** Drops schemas that are not reachable from `roots`. */
export function reachable(schemas: Record<string, unknown>, roots: unknown) {
  const found = new Set<string>();
  const visit = (from: unknown) => {
    for (const [, name = ''] of JSON.stringify(from).matchAll(/#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(roots);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

/** Components referenced directly by `roots`. */
export function referred<T>(components: Readonly<Record<string, T>>, roots: unknown) {
  const text = JSON.stringify(roots);
  const isUsed = ([name]: [string, T]) => /\w/.test(name) && text.includes(`/${name}"`);
  return Object.fromEntries(Object.entries(components).filter(isUsed));
}
