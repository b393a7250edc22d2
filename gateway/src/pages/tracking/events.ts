/** The event stream of a tracking page (server-sent events, HTML standard section 9.2). */
import { PassThrough } from 'node:stream';
import { tracking } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { platformMeta, publicMeta } from '../../http/call-meta.ts';
import { headerText } from '../../http/headers.ts';
import { outcomeOf } from '../../http/outcome.ts';
import { unavailable } from '../../http/problem.ts';
import type { Gateway } from '../../routes/route.ts';
import { linkOf, type TrackingLink } from './link.ts';
import { isOver, type Tracked, trackingContent, trackingPage, versionOf } from './page.ts';
import { createWatches, endMessage, type Sight, type Viewer, type Watches } from './watch.ts';
import { headlineOf } from './words.ts';

/** Those who watch one link share a look; one with a key shows more than one without. */
const nameOf = ({ token, temperature_key }: TrackingLink): string =>
  temperature_key === undefined ? token : `${token} ${temperature_key}`;

function linkNamed(name: string): TrackingLink {
  const [token = '', temperature_key] = name.split(' ');
  return temperature_key === undefined ? { token } : { token, temperature_key };
}

/** A viewer that reads so slowly is gone. */
const backlogBytesMax = 262_144;
const reconnectMs = 5_000;
/** When there is no room for another viewer. */
const fullSeconds = 30;

export function trackingEvents(gateway: Gateway): RouteHandlerMethod {
  const watches = watchesOf(gateway);
  gateway.onStop(() => watches.close());
  return async (request, reply) => {
    const link = linkOf(request);
    const { tracking: asked } = createClients({ tracking }, gateway.transport, publicMeta(request));
    const found = await outcomeOf(asked.trackByToken(link));
    if ('problem' in found) {
      gateway.sendProblem(request, reply, found.problem);
      return reply;
    }
    const sight = sightOf(found.ok, gateway.clock.now());
    // A key that opens nothing makes no watch of its own, or anybody could make any number of them.
    const name = nameOf(found.ok.temperature ? link : { token: link.token });
    const stream = new PassThrough();
    const leave =
      request.method === 'HEAD' || join(watches, { token: name, sight, stream, request });
    if (!leave) {
      gateway.sendProblem(request, reply, unavailable(fullSeconds));
      return reply;
    }
    if (leave === true) stream.end();
    else stream.on('close', leave);
    return reply.headers(streamHeaders).send(stream);
  };
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // For proxies that would collect the stream before they pass it on.
  'x-accel-buffering': 'no',
  'x-robots-tag': 'noindex, nofollow',
};

interface Joining {
  token: string;
  sight: Sight;
  stream: PassThrough;
  request: FastifyRequest;
}

/** How to leave; `undefined` when there is no room. */
function join(watches: Watches, { token, sight, stream, request }: Joining) {
  const viewer = viewerOn(stream);
  const welcome = () => {
    viewer.send(`retry: ${reconnectMs}\n\n`);
    // A viewer that comes back says what it has seen.
    const seen = headerText(request.headers['last-event-id']);
    if (seen !== sight.version) viewer.send(sight.message);
  };
  if (sight.isLast) {
    welcome();
    viewer.send(endMessage);
    viewer.end();
    return () => {};
  }
  const leave = watches.join(token, viewer, sight);
  if (leave) welcome();
  return leave;
}

const viewerOn = (stream: PassThrough): Viewer => ({
  send: (message) => {
    if (stream.writableEnded || stream.destroyed) return;
    stream.write(message);
    if (stream.writableLength > backlogBytesMax) stream.destroy();
  },
  end: () => stream.end(),
});

function sightOf(tracked: Tracked, now: Date): Sight {
  const version = versionOf(tracked);
  const data = JSON.stringify({
    version,
    status: tracked.status,
    headline: headlineOf(tracked.status),
    title: trackingPage(tracked, now).title,
    html: trackingContent(tracked, now).markup,
  });
  return {
    version,
    message: `event: update\nid: ${version}\ndata: ${data}\n\n`,
    isLast: isOver(tracked),
  };
}

function watchesOf({ transport, clock, config, log }: Gateway): Watches {
  const clients = createClients({ tracking }, transport, platformMeta('watch'));
  return createWatches({
    look: async (name) => {
      const found = await outcomeOf(clients.tracking.trackByToken(linkNamed(name)));
      if ('ok' in found) return sightOf(found.ok, clock.now());
      return found.problem.code === 'tracking_not_found' ? 'gone' : undefined;
    },
    onError: (err) => log.error({ err }, 'tracking page not drawn'),
    pollMs: config.SVC_WATCH_POLL_MS,
    heartbeatMs: 15_000,
    heartbeatsMax: 120,
    viewersMax: 2_000,
    viewersPerTokenMax: 50,
  });
}
