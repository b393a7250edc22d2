// The stream of live pages: reconnects with jittered backoff, and goes on after the last message.
import type { LiveJob } from '@svc/contracts';

const baseMs = 1_000;
const longestMs = 30_000;
/** Has `data-live` while changes come by themselves: what tests and measurements wait for. */
const root = document.documentElement;

/** Half to whole of a wait that doubles: many pages do not come back at one moment. */
const waitMs = (attempts: number): number =>
  Math.min(longestMs, baseMs * 2 ** attempts) * (0.5 + Math.random() / 2);

/** Data of the messages, by type. */
interface Messages {
  job: LiveJob;
  open_jobs: LiveJob[];
  alarm: { id: string; state: string };
  vehicles: [id: string, registration: string, ...place: VehiclePlace][];
  positions: VehiclePlace[];
  temperatures: [vehicle: string, celsius: number | null][];
}
type MessageType = keyof Messages;
const messageTypes = [
  'job',
  'open_jobs',
  'alarm',
  'vehicles',
  'positions',
  'temperatures',
] as const satisfies readonly MessageType[];

/** A vehicle is a number within the stream. */
export type VehiclePlace = [
  number: number,
  lat: number | null,
  lng: number | null,
  seenMs: number | null,
  celsius: number | null,
];

interface StreamParts {
  topics: readonly string[];
  /** Id of the message that it goes on after. */
  last?: string;
  on: { readonly [Type in MessageType]?: (data: Messages[Type]) => void };
  /** The stream shows all changes from now on; where it was reset, rows must be read again before. */
  current(isReset: boolean): void;
  lost(): void;
  /** The session is over. */
  ended(): void;
}

export interface LiveStream {
  open(): void;
  close(): void;
}

function followMessages<Type extends MessageType>(
  type: Type,
  on: StreamParts['on'],
  follow: (type: string, handle: (data: string) => void) => void,
): void {
  const handle: ((data: Messages[Type]) => void) | undefined = on[type];
  if (handle) follow(type, (data) => handle(JSON.parse(data)));
}

export function createStream(parts: StreamParts): LiveStream {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let lastId = parts.last ?? '';

  function close(): void {
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    source = undefined;
    delete root.dataset.live;
  }
  function retry(): void {
    close();
    parts.lost();
    timer = setTimeout(() => {
      timer = undefined;
      open();
    }, waitMs(attempts));
    attempts += 1;
  }
  function begin(type: 'ready' | 'reset'): void {
    attempts = 0;
    root.dataset.live = '';
    parts.current(type === 'reset');
  }
  function open(): void {
    if (source || timer !== undefined) return;
    const query = new URLSearchParams({ topics: parts.topics.join(',') });
    if (lastId !== '') query.set('last', lastId);
    const opened = new EventSource(`/desk/live?${query}`);
    source = opened;
    const follow = (type: string, handle: (data: string) => void) =>
      opened.addEventListener(type, ({ data, lastEventId }) => {
        if (lastEventId !== '') lastId = lastEventId;
        handle(data);
      });
    for (const type of messageTypes) followMessages(type, parts.on, follow);
    follow('ready', () => begin('ready'));
    follow('reset', () => begin('reset'));
    follow('end', () => {
      close();
      parts.ended();
    });
    opened.addEventListener('error', retry);
  }
  return { open, close };
}
