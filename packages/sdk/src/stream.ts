/** Event streams (`text/event-stream`) that go on where they broke off. */
import type { ServerSentEvent, StreamOptions } from './call.ts';
import { ApiError, ProblemError, TokenError } from './problem.ts';
import { pause } from './transport.ts';

/** No message is longer; so many characters without its end are no event stream. */
const messageMax = 1_048_576;
const waitMaxMs = 30_000;
const messageEnd = /(?:\r\n|\n|\r(?!\n)){2}/;

/** Connects to the messages after one that was the last. */
type Open = (lastId: string | undefined) => Promise<Response>;

/**
 * The messages of a stream. Ends with the stream, and with the signal; connects again when the
 * connection breaks, at first after the time that the server asked for.
 */
export async function* eventsOf(
  open: Open,
  { signal, reconnect = true }: StreamOptions,
): AsyncGenerator<ServerSentEvent> {
  let lastId: string | undefined;
  let waitMs = 1_000;
  let failures = 0;
  while (true) {
    try {
      for await (const message of messagesOf(await open(lastId))) {
        failures = 0;
        lastId = message.id ?? lastId;
        waitMs = message.retry ?? waitMs;
        yield message;
      }
      return;
    } catch (error) {
      if (signal?.aborted) return;
      if (!reconnect || isFinal(error)) throw error;
    }
    const delayMs = Math.min(waitMs * 2 ** failures, waitMaxMs);
    failures += 1;
    await pause(Math.random() * delayMs, signal).catch(() => undefined);
  }
}

class EndlessMessage extends Error {}

const isFinal = (error: unknown): boolean =>
  [ApiError, ProblemError, TokenError, EndlessMessage].some((kind) => error instanceof kind);

async function* messagesOf({ body }: Response): AsyncGenerator<ServerSentEvent> {
  if (body === null) return;
  let text = '';
  for await (const chunk of chunksOf(body)) {
    text += chunk;
    for (let end = messageEnd.exec(text); end !== null; end = messageEnd.exec(text)) {
      const message = messageOf(text.slice(0, end.index));
      text = text.slice(end.index + end[0].length);
      if (message !== undefined) yield message;
    }
    if (text.length > messageMax) throw new EndlessMessage('A message of the stream has no end.');
  }
}

/** Browsers iterate over a stream by its reader alone. */
async function* chunksOf(body: ReadableStream): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Undefined for a comment. */
function messageOf(text: string): ServerSentEvent | undefined {
  const fields = text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, name, value = ''] = /^(\w+)(?:: ?(.*))?$/s.exec(line) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  if (fields.length === 0) return undefined;
  const { event, id, retry } = Object.fromEntries(fields);
  const data = fields.flatMap(([name, value]) => (name === 'data' ? [value] : []));
  return {
    data: data.join('\n'),
    ...(event !== undefined && { event }),
    ...(id !== undefined && { id }),
    ...(/^\d+$/.test(retry ?? '') && { retry: Number(retry) }),
  };
}
