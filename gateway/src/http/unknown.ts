/** Requests that no endpoint takes: an unknown path, or a known one with another method. */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../routes/route.ts';
import { type Problem, problem } from './problem.ts';

export type AllowedAt = (url: string) => readonly string[];

/** Methods that a path answers to, none for a path that does not exist. */
export function allowedMethods(
  routes: readonly Route[],
  fullPath: (r: Route) => string,
): AllowedAt {
  const paths = Map.groupBy(routes, fullPath);
  const patterns = [...paths].map(([path, at]) => ({
    segments: path.split('/'),
    methods: methodsOf(at),
  }));
  return (url) => {
    const segments = (url.split(/[?#]/, 1)[0] ?? '').split('/');
    return patterns.find((pattern) => fits(pattern.segments, segments))?.methods ?? [];
  };
}

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, i) => part === segments[i] || part.startsWith('{'));

const methodsOf = (routes: readonly Route[]): string[] => {
  const own = routes.map((route) => route.method);
  return [...(own.includes('GET') ? ['HEAD'] : []), ...own, 'OPTIONS'].sort();
};

/** OPTIONS on a known path is no problem: the handler answers it. */
export const refuseUnknown =
  (allowedAt: AllowedAt) =>
  (request: FastifyRequest): Problem | undefined => {
    const methods = allowedAt(request.raw.url ?? '');
    if (methods.length === 0) return problem('not_found');
    if (request.method === 'OPTIONS') return undefined;
    return problem('method_not_allowed', { headers: { allow: methods.join(', ') } });
  };
