/** Paths of the table: `/jobs/{id}`. */

/** Names of the `{parameters}` in a path. */
export type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** A path with its parameters, percent-encoded. */
export const filled = (path: string, param: (name: string) => string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(param(name)));

export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? []);

/** As Fastify's router writes it: `/jobs/:id`. */
export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
