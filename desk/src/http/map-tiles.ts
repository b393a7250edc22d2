/** The archive of tiles in ranges, for people who may open maps. */

import { type MapArchive, rangeResponse } from '@svc/web/map/archive';
import type { RouteHandlerMethod } from 'fastify';
import { mapAccess } from '../pages/desk/map/page.ts';
import { forbidden, signedOut } from '../request/failure.ts';
import { mayOpen } from '../route/access.ts';
import type { Desk } from './desk.ts';
import { sendPlainFailure } from './send.ts';
import { findPerson } from './visit.ts';

/** An hour in the person's browser alone: others may not read it without a session. */
const cacheControl = 'private, max-age=3600';

export const mapTiles =
  (desk: Desk, archive: MapArchive): RouteHandlerMethod =>
  async (request, reply) => {
    const person = await findPerson(desk, request, reply);
    if (!person) return sendPlainFailure({ request, reply }, signedOut);
    if (!mayOpen(mapAccess, person)) return sendPlainFailure({ request, reply }, forbidden);
    const { status, headers, body } = rangeResponse(archive, request.headers);
    if (body) reply.header('cache-control', cacheControl);
    return reply.code(status).headers(headers).send(body);
  };
