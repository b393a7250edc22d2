/** Fetch Metadata (W3C): from where a browser asks, and what for. Programs and old browsers say nothing. */
import type { FastifyRequest } from 'fastify';

type Asked = Pick<FastifyRequest, 'headers'>;

const ownSites: ReadonlySet<unknown> = new Set([undefined, 'none', 'same-origin']);

/** Whether a page of another site asks, also if a person followed its link. */
export const isForeign = ({ headers }: Asked): boolean => !ownSites.has(headers['sec-fetch-site']);

/** Whether a page of another site asks for a picture, script or frame. */
export const isEmbedded = (request: Asked): boolean =>
  isForeign(request) && (request.headers['sec-fetch-dest'] ?? 'document') !== 'document';

/** Whether the browser asks ahead of a click that may never come; a page of any site can cause that. */
export const isPrefetch = ({ headers }: Asked): boolean =>
  String(headers['sec-purpose'] ?? '').startsWith('prefetch');

/** Whether a script or speculation of another site asks, not the click of a person, e.g. in web mail. */
export const isUnclicked = (request: Asked): boolean =>
  isForeign(request) && request.headers['sec-fetch-user'] !== '?1';
