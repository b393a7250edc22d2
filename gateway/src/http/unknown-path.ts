/** Requests that no endpoint takes: an unknown path, or a known one with another method. */
import type { FastifyRequest } from 'fastify';
import { hasTail } from '../endpoint/path-and-audience.ts';
import type { GatewayRoute } from '../endpoint/route.ts';
import { type Problem, problem } from '../problem/problem.ts';

export type AllowedAt = (url: string) => readonly string[];

/** Methods that a path answers to, none for a path that does not exist. */
export function allowedMethods(
  routes: readonly GatewayRoute[],
  fullPath: (r: GatewayRoute) => string,
): AllowedAt {
  const paths = Map.groupBy(routes, fullPath);
  const patterns = [...paths].map(([path, at]) => ({
    segments: path.split('/'),
    hasTail: at.some(hasTail),
    methods: methodsOf(at),
  }));
  return (url) => {
    const segments = (url.split(/[?#]/, 1)[0] ?? '').split('/');
    return patterns.find((pattern) => fits(pattern, segments))?.methods ?? [];
  };
}

interface PathPattern {
  segments: readonly string[];
  hasTail: boolean;
}

const fits = (pattern: PathPattern, segments: readonly string[]): boolean =>
  (pattern.segments.length === segments.length ||
    (pattern.hasTail && pattern.segments.length < segments.length)) &&
  pattern.segments.every(
    (part, i) => part === segments[i] || (part.startsWith('{') && segments[i] !== ''),
  );

const methodsOf = (routes: readonly GatewayRoute[]): string[] => {
  const own = routes.map((route) => route.method);
  return [...(own.includes('GET') ? ['HEAD'] : []), ...own, 'OPTIONS'].sort();
};

/** Candidates for the hint of an unknown path: other methods, the other environment, the prefix. */
export interface Elsewhere {
  allowedAt: AllowedAt;
  /** Endpoints of the other environment. */
  onLiveOnly: AllowedAt;
  prefix: string;
  baseUrl: string;
  docsUrl: string;
}

/** OPTIONS on a known path is no problem: the handler answers it. */
export const refuseUnknown =
  (where: Elsewhere) =>
  (request: FastifyRequest): Problem | undefined => {
    const path = (request.raw.url ?? '').split(/[?#]/, 1)[0] ?? '';
    const methods = where.allowedAt(path);
    if (redirectFrom(request) !== undefined) return undefined;
    if (methods.length === 0) return problem('not_found', { detail: hintAt(path, where) });
    if (request.method === 'OPTIONS') return undefined;
    const allow = methods.join(', ');
    return problem('method_not_allowed', {
      detail: `This path takes ${allow}; the request was ${request.method}.`,
      headers: { allow },
    });
  };

/** People type addresses: the root, a slash after a page of the documentation, the app without one. */
export function redirectFrom({ method, raw, headers }: FastifyRequest): string | undefined {
  const path = (raw.url ?? '').split(/[?#]/, 1)[0] ?? '';
  if (method !== 'GET') return undefined;
  if (/^\/docs\/([\w-]+\/){0,2}$/.test(path)) return path.slice(0, -1);
  if (path === '/app') return '/app/';
  return path === '/' && headers.accept?.includes('text/html') ? '/docs' : undefined;
}

const prefixes = /^\/(api\/v\d+|v\d+|api)(?=\/)/;

function hintAt(path: string, { allowedAt, onLiveOnly, ...where }: Elsewhere): string {
  const nothing = 'Nothing is served at this path';
  const bare = path.replace(/\/+$/, '');
  if (bare !== path && allowedAt(bare).length > 0)
    return `${nothing}. Leave out the slash at its end.`;
  const inVersion = where.prefix + bare.replace(prefixes, '');
  if (allowedAt(inVersion).length > 0) return `${nothing}. Paths begin with ${where.baseUrl}.`;
  const forTests = inVersion.replace(where.prefix, `${where.prefix}/sandbox`);
  if (allowedAt(forTests).length > 0)
    return `${nothing}: it is on the live API only. Here, take ${forTests}.`;
  if (onLiveOnly(inVersion).length > 0) return `${nothing}: it is on the live API only.`;
  return `${nothing}. The API begins with ${where.baseUrl}; ${where.docsUrl} lists its endpoints.`;
}
