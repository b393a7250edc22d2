import type { FastifyRequest } from 'fastify';

/** A parameter of the path; the empty text if the route has none of that name. */
export function param({ params }: FastifyRequest, name: string): string {
  if (typeof params !== 'object' || params === null) return '';
  return String(new Map(Object.entries(params)).get(name) ?? '');
}
