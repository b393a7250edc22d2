/** Hints: to all subscribed processes, at most once. Over NATS, or inside one process. */
import { EventEmitter } from 'node:events';
import type { Transport } from '../calls/transport.ts';
import type { NatsLink } from './nats.ts';
import { natsNames } from './nats-subjects.ts';

export type Hints = Pick<Transport, 'broadcast' | 'subscribe'>;

/** Over several connections while calls move from one account to another: a hint may come twice. */
export function hintsOver(namespace: string, links: readonly NatsLink[]): Hints {
  if (links.length === 0) return hintsInside();
  const subject = (topic: string) => natsNames.hint(namespace, topic);
  return {
    broadcast: (topic, payload) => {
      for (const link of links.filter((each) => each.connected())) {
        link.connection.publish(subject(topic), JSON.stringify(payload));
      }
    },
    subscribe: (topic, handler) => {
      for (const { connection } of links) {
        connection.subscribe(subject(topic), {
          callback: (error, message) => {
            if (error) return;
            const payload = parseHint(message.string());
            if (payload !== undefined) handler(payload);
          },
        });
      }
    },
  };
}

function hintsInside(): Hints {
  const local = new EventEmitter();
  return {
    broadcast: (topic, payload) => local.emit(topic, payload),
    subscribe: (topic, handler) => local.on(topic, handler),
  };
}

/** Ignores a malformed hint: an exception in the callback would end the connection. */
function parseHint(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
