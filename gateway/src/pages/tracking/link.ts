/** Parameters of a tracking page's URL. */
import type { FastifyRequest } from 'fastify';
import { param } from '../../problem/params.ts';

export interface TrackingLink {
  token: string;
  /** Key of a page link that also shows temperatures. */
  temperature_key?: string;
}

/** A key of a form that none has is as none: the page is what it is without. */
export function linkOf(request: FastifyRequest): TrackingLink {
  const token = param(request, 'token');
  const key = new URL(request.raw.url ?? '', 'http://page').searchParams.get('temperature');
  return key !== null && /^[\w.]{1,200}$/.test(key) ? { token, temperature_key: key } : { token };
}
