/**
 * Numbered messages of this process: the newest are kept, so that a client that reconnects goes on
 * where it was.
 *
 * An id is `<epoch>-<number>`. Another process, or this one after a restart, has another epoch: its
 * clients load their rows again.
 */
import type { Topic } from './topics.ts';

interface Numbered {
  number: number;
  topic: Topic;
  message: string;
}

export interface MessageLog {
  /** The message as sent. */
  add(topic: Topic, event: string, data: string): string;
  /** Id of the newest message. */
  last(): string;
  /** Messages after the one with this id; undefined where that is no longer known. */
  after(id: string, wanted: ReadonlySet<Topic>): string[] | undefined;
}

export function createMessageLog(epoch: string, max: number): MessageLog {
  let kept: Numbered[] = [];
  let newest = 0;
  const idOf = (number: number) => `${epoch}-${number}`;
  return {
    add: (topic, event, data) => {
      newest += 1;
      const message = `event: ${event}\nid: ${idOf(newest)}\ndata: ${data}\n\n`;
      kept.push({ number: newest, topic, message });
      if (kept.length > 2 * max) kept = kept.slice(-max);
      return message;
    },
    last: () => idOf(newest),
    after: (id, wanted) => {
      const number = Number(id.slice(epoch.length + 1));
      const oldest = newest - kept.length;
      if (!id.startsWith(`${epoch}-`) || number < oldest || number > newest) return undefined;
      return kept
        .filter((each) => each.number > number && wanted.has(each.topic))
        .map(({ message }) => message);
    },
  };
}
