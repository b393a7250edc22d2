/** The event stream of a tracking page. */
import { heartbeat, type Viewer } from '@svc/kit/event-stream';
import { addressGroup, callerAddress } from '@svc/kit/limits/address';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { platformMeta, publicMeta } from '../../auth/call-meta.ts';
import type { Gateway } from '../../endpoint/route.ts';
import { createStreams, retryMessage } from '../../http/event-stream.ts';
import { headerText } from '../../problem/headers.ts';
import { headlineOf } from './labels.ts';
import { linkOf, type TrackingLink } from './link.ts';
import {
  isComplete,
  newsOf,
  type TrackingView,
  titleOf,
  trackingContent,
  versionOf,
} from './page.ts';
import { createLinkPollers, endMessage, type LinkPollers, type PageUpdate } from './poller.ts';
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

export function streamTrackingEvents(gateway: Gateway): RouteHandlerMethod {
  const loadSnapshot = createSnapshotLoader(gateway);
  const pollers = createPollers(gateway, loadSnapshot);
  gateway.onStop(() => pollers.close());
  const openStream = createStreams(gateway, viewersMax);
  return async (request, reply) => {
    const link = linkOf(request);
    const found = await loadSnapshot(link, publicMeta(request));
    if ('problem' in found) {
      gateway.sendProblem(request, reply, found.problem);
      return reply;
    }
    const update = updateOf(found.ok, shownBy(gateway));
    // An invalid key shares the poller of the plain link: random keys must not create pollers.
    const name = pollerKeyOf(found.ok.temperature ? link : { token: link.token });
    return openStream(
      { request, reply },
      {
        client: () => addressGroup(callerAddress(request.raw, gateway.config.SVC_TRUSTED_PROXIES)),
        subscribe: (viewer) => subscribe(pollers, { token: name, update, viewer, request }),
      },
    );
  };
}

interface Subscription {
  token: string;
  update: PageUpdate;
  viewer: Viewer;
  request: FastifyRequest;
}

/** Returns the unsubscribe function; `undefined` when a limit of viewers is reached. */
function subscribe(pollers: LinkPollers, { token, update, viewer, request }: Subscription) {
  const sendFirst = () => {
    viewer.send(retryMessage);
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

const shownBy = ({ clock, mapGround }: Gateway): TrackingView => ({
  now: clock.now(),
  ground: mapGround,
});

function updateOf(tracked: TrackingSnapshot, shown: TrackingView): PageUpdate {
  const version = versionOf(tracked);
  const data = JSON.stringify({
    version,
    status: tracked.status,
    headline: headlineOf(tracked),
    news: newsOf(tracked),
    title: titleOf(tracked),
    html: trackingContent(tracked, shown).markup,
  });
  return {
    version,
    message: `event: update\nid: ${version}\ndata: ${data}\n\n`,
    isLast: isComplete(tracked, shown.now),
  };
}

function createPollers(gateway: Gateway, loadSnapshot: LoadSnapshot): LinkPollers {
  const { config, log } = gateway;
  return createLinkPollers({
    poll: async (name) => {
      const found = await loadSnapshot(linkOfKey(name), platformMeta('watch'));
      if ('ok' in found) return updateOf(found.ok, shownBy(gateway));
      return found.problem.code === 'tracking_not_found' ? 'gone' : undefined;
    },
    onError: (err) => log.error({ err }, 'tracking page not drawn'),
    pollMs: config.SVC_WATCH_POLL_MS,
    heartbeatMs: heartbeat.everyMs,
    heartbeatsMax: 120,
    viewersMax,
    viewersPerLinkMax: 50,
  });
}
