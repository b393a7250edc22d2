/** The stream of live pages: `GET /desk/live`, for scripts of our own pages. */
import { PassThrough } from 'node:stream';
import { eventStreamHeaders, viewerOn } from '@svc/kit/event-stream';
import type { RouteHandlerMethod } from 'fastify';
import { mayFollow, streamQuery } from '../live/topics.ts';
import { sessionTokenOf } from '../request/cookies.ts';
import {
  badRequest,
  forbidden,
  foreignForm,
  signedOut,
  tooManyStreams,
} from '../request/failure.ts';
import type { Desk } from './desk.ts';
import { sendFailure } from './send.ts';
import { findPerson } from './visit.ts';

export const livePath = '/desk/live';

/** Unsent bytes after which a stream is destroyed; a full message of 2,000 vehicles has 150,000. */
const backlogBytesMax = 524_288;

export const liveStream =
  (desk: Desk): RouteHandlerMethod =>
  async (request, reply) => {
    const fail = (failure: Parameters<typeof sendFailure>[2]) =>
      sendFailure(desk, { request, reply }, failure);
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return fail(foreignForm);
    const token = sessionTokenOf(request);
    const person = await findPerson(desk, request, reply);
    if (token === undefined || !person) return fail(signedOut);
    const wanted = streamQuery.safeParse(request.query);
    if (!wanted.success)
      return fail(badRequest('Topics of a stream are jobs, alarms, vehicles, temperatures.'));
    const { topics, last } = wanted.data;
    if (!mayFollow(topics, person)) return fail(forbidden);
    const stream = new PassThrough();
    const close = desk.live.open(viewerOn(stream, backlogBytesMax), {
      token,
      person,
      topics,
      last,
    });
    if (!close) return fail(tooManyStreams);
    stream.on('close', close);
    // A half-closed connection ends the stream: the client never ends its request side otherwise.
    request.raw.socket.once('end', () => stream.destroy());
    return reply.headers(eventStreamHeaders).send(stream);
  };
