/** The event stream of a tracking page (server-sent events, HTML standard section 9.2). */
import { PassThrough } from 'node:stream';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { platformMeta, publicMeta } from '../../http/call-meta.ts';
import { headerText } from '../../http/headers.ts';
import { problem, unavailable } from '../../http/problem.ts';
import { addressGroup, callerAddress } from '../../limits/address.ts';
import { createConcurrencyLimit } from '../../limits/concurrency.ts';
import type { Gateway } from '../../routes/route.ts';
import { headlineOf } from './labels.ts';
import { linkOf, type TrackingLink } from './link.ts';
import { isComplete, newsOf, trackingContent, trackingPage, versionOf } from './page.ts';
import {
  createLinkPollers,
  endMessage,
  type LinkPollers,
  type PageUpdate,
  type Viewer,
} from './poller.ts';
import { createSnapshotLoader, type LoadSnapshot, type TrackingSnapshot } from './snapshot.ts';

/** Key of the poller: the token and the temperature key, because a key shows more of the job. */
const pollerKeyOf = ({ token, temperature_key }: TrackingLink): string =>
  temperature_key === undefined ? token : `${token} ${temperature_key}`;

function linkOfKey(name: string): TrackingLink {
  const [token = '', temperature_key] = name.split(' ');
  return temperature_key === undefined ? { token } : { token, temperature_key };
}

/** Open streams per gateway process. */
const viewersMax = 2_000;
/** Backpressure limit: a stream with more unsent bytes is destroyed. */
const backlogBytesMax = 262_144;
const reconnectMs = 5_000;
/** Retry-After when a limit of viewers is reached, seconds. */
const retrySeconds = 30;

export function trackingEvents(gateway: Gateway): RouteHandlerMethod {
  const loadSnapshot = createSnapshotLoader(gateway);
  const pollers = createPollers(gateway, loadSnapshot);
  gateway.onStop(() => pollers.close());
  const streamsOfAddress = createConcurrencyLimit({
    max: viewersMax,
    clientMax: gateway.config.SVC_STREAMS_PER_ADDRESS,
  });
  return async (request, reply) => {
    const link = linkOf(request);
    const found = await loadSnapshot(link, publicMeta(request));
    if ('problem' in found) {
      gateway.sendProblem(request, reply, found.problem);
      return reply;
    }
    const update = updateOf(found.ok, gateway.clock.now());
    // An invalid key shares the poller of the plain link: random keys must not create pollers.
    const name = pollerKeyOf(found.ok.temperature ? link : { token: link.token });
    const stream = new PassThrough();
    if (request.method === 'HEAD') return reply.headers(streamHeaders).send(stream.end());
    const address = addressGroup(callerAddress(request.raw, gateway.config.SVC_TRUSTED_PROXIES));
    const releaseStream = streamsOfAddress.enter(address);
    if (!releaseStream) {
      gateway.sendProblem(request, reply, tooManyStreams);
      return reply;
    }
    const unsubscribe = subscribe(pollers, { token: name, update, stream, request });
    if (!unsubscribe) {
      releaseStream();
      gateway.sendProblem(request, reply, unavailable(retrySeconds));
      return reply;
    }
    stream.on('close', releaseStream).on('close', unsubscribe);
    // A half-closed connection ends the stream: the client never ends its request side otherwise.
    request.raw.socket.once('end', () => stream.destroy());
    return reply.headers(streamHeaders).send(stream);
  };
}

const tooManyStreams = problem('rate_limited', {
  detail: `This address has too many event streams open. Close one, or try again in ${retrySeconds} s.`,
  headers: { 'retry-after': String(retrySeconds) },
  members: { retry_after_seconds: retrySeconds },
});

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Turns off response buffering in nginx.
  'x-accel-buffering': 'no',
  'x-robots-tag': 'noindex, nofollow',
};

interface Subscription {
  token: string;
  update: PageUpdate;
  stream: PassThrough;
  request: FastifyRequest;
}

/** Returns the unsubscribe function; `undefined` when a limit of viewers is reached. */
function subscribe(pollers: LinkPollers, { token, update, stream, request }: Subscription) {
  const viewer = viewerOn(stream);
  const sendFirst = () => {
    viewer.send(`retry: ${reconnectMs}\n\n`);
    // On reconnection the browser sends the version that it has (HTML standard, Last-Event-ID).
    const lastEventId = headerText(request.headers['last-event-id']);
    if (lastEventId !== update.version) viewer.send(update.message);
  };
  if (update.isLast) {
    sendFirst();
    viewer.send(endMessage);
    viewer.end();
    return () => {};
  }
  const unsubscribe = pollers.subscribe(token, viewer, update);
  if (unsubscribe) sendFirst();
  return unsubscribe;
}

const viewerOn = (stream: PassThrough): Viewer => ({
  send: (message) => {
    if (stream.writableEnded || stream.destroyed) return;
    stream.write(message);
    if (stream.writableLength > backlogBytesMax) stream.destroy();
  },
  end: () => stream.end(),
});

function updateOf(tracked: TrackingSnapshot, now: Date): PageUpdate {
  const version = versionOf(tracked);
  const data = JSON.stringify({
    version,
    status: tracked.status,
    headline: headlineOf(tracked),
    news: newsOf(tracked),
    title: trackingPage(tracked, now).title,
    html: trackingContent(tracked, now).markup,
  });
  return {
    version,
    message: `event: update\nid: ${version}\ndata: ${data}\n\n`,
    isLast: isComplete(tracked, now),
  };
}

function createPollers({ clock, config, log }: Gateway, loadSnapshot: LoadSnapshot): LinkPollers {
  return createLinkPollers({
    poll: async (name) => {
      const found = await loadSnapshot(linkOfKey(name), platformMeta('watch'));
      if ('ok' in found) return updateOf(found.ok, clock.now());
      return found.problem.code === 'tracking_not_found' ? 'gone' : undefined;
    },
    onError: (err) => log.error({ err }, 'tracking page not drawn'),
    pollMs: config.SVC_WATCH_POLL_MS,
    heartbeatMs: 15_000,
    heartbeatsMax: 120,
    viewersMax,
    viewersPerLinkMax: 50,
  });
}
