/** The archive of tiles in ranges (RFC 9110, section 14): browsers read of it what the map shows. */
import type { RouteHandlerMethod } from 'fastify';
import type { MapArchive } from '../map/archive.ts';
import { rangeOf } from '../map/byte-range.ts';
import { mapAccess } from '../pages/desk/map/page.ts';
import { forbidden, signedOut } from '../request/failure.ts';
import { mayOpen } from '../route/access.ts';
import type { Desk } from './desk.ts';
import { sendPlainFailure } from './send.ts';
import { findPerson } from './visit.ts';

/** An hour in the person's browser alone: others may not read it without a session. */
const cacheControl = 'private, max-age=3600';

export const mapTiles =
  (desk: Desk, { size, etag, read }: MapArchive): RouteHandlerMethod =>
  async (request, reply) => {
    const person = await findPerson(desk, request, reply);
    if (!person) return sendPlainFailure({ request, reply }, signedOut);
    if (!mayOpen(mapAccess, person)) return sendPlainFailure({ request, reply }, forbidden);
    const { range: wanted, 'if-range': ifRange = etag } = request.headers;
    // Of another archive than the browser knows it gets the whole (RFC 9110, section 13.1.5).
    const range = ifRange === etag ? rangeOf(wanted, size) : undefined;
    reply.headers({ 'accept-ranges': 'bytes', etag });
    if (range === 'unsatisfiable') {
      return reply
        .code(416)
        .headers({ 'content-range': `bytes */${size}` })
        .send();
    }
    const { first, last } = range ?? { first: 0, last: size - 1 };
    if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
    return reply
      .headers({
        'content-type': 'application/vnd.pmtiles',
        'content-length': last - first + 1,
        'cache-control': cacheControl,
      })
      .send(read({ first, last }));
  };
