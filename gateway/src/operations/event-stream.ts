/**
 * The control desk's event stream: each change of an alarm, in the order of commits.
 *
 * The id of a message is the number of the change: a client that reconnects with `Last-Event-ID`
 * resumes after it. A stream that does not resume starts with `ready`: read the list for what
 * happened before.
 */
import { opsEventsTopic, webhooks } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type { RouteHandlerMethod } from 'fastify';
import { platformMeta } from '../auth/call-meta.ts';
import { callerOf } from '../auth/courier.ts';
import type { Gateway } from '../endpoint/route.ts';
import { createCredentialWatch } from '../http/credential-watch.ts';
import { createStreams, retryMessage } from '../http/event-stream.ts';
import { callResultOf } from '../problem/call-result.ts';
import { headerText } from '../problem/headers.ts';
import { badHeader } from '../problem/problem.ts';
import { type ChangePage, createChangeFollower } from './change-follower.ts';

/** Open streams per gateway process. */
const viewersMax = 200;
/** 15 minutes, as long as a token lives: then the client comes back with one that is valid. */
const heartbeatsMax = 60;
/** In case that a hint is lost, ms. */
const pollMs = 1_000;

const readyMessage = (last: string) => `event: ready\nid: ${last}\ndata: {}\n\n`;

export function opsEvents(gateway: Gateway): RouteHandlerMethod {
  const { transport, log } = gateway;
  const clients = createClients({ webhooks }, transport, platformMeta('ops events'));
  const load = async (after: string): Promise<ChangePage> => {
    const { data, last, has_more } = await clients.webhooks.listOpsChanges({ after });
    // The number is of another database, e.g. before one was restored: read the list again.
    if (BigInt(last) < BigInt(after)) return { messages: [readyMessage(last)], last, has_more };
    const messages = data.map(
      ({ change, event }) => `event: ops_event\nid: ${change}\ndata: ${JSON.stringify(event)}\n\n`,
    );
    return { messages, last, has_more };
  };
  const follower = createChangeFollower({ load, log, pollMs, heartbeatsMax });
  gateway.onStop(follower.close);
  transport.subscribe(opsEventsTopic, follower.wake);
  const watch = createCredentialWatch(gateway);
  const openStream = createStreams(gateway, viewersMax);
  return async (request, reply) => {
    const known = headerText(request.headers['last-event-id']) ?? '';
    if (known !== '' && !isChange(known)) {
      gateway.sendProblem(request, reply, badHeader('last-event-id', 'The id of a message.'));
      return reply;
    }
    const end = await callResultOf(clients.webhooks.listOpsChanges({}));
    if ('problem' in end) {
      gateway.sendProblem(request, reply, end.problem);
      return reply;
    }
    return openStream(
      { request, reply },
      {
        client: () => callerOf(request).actor,
        subscribe: (viewer) => {
          viewer.send(retryMessage);
          if (known === '') viewer.send(readyMessage(end.ok.last));
          const unsubscribe = follower.subscribe(viewer, known === '' ? end.ok.last : known);
          const unwatch = watch.add(viewer, request);
          return () => {
            unwatch();
            unsubscribe();
          };
        },
      },
    );
  };
}

const isChange = (text: string): boolean => /^(0|[1-9]\d{0,17})$/.test(text);
