/** Event streams over a network that is a function. */
import { createClient, ProblemError } from '@svc/sdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A body of these chunks; with `broken` the connection breaks after them. */
const bodyOf = (chunks: readonly string[], broken = false) => {
  const waiting = chunks.values();
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const { done, value } = waiting.next();
      if (!done) controller.enqueue(new TextEncoder().encode(value));
      else if (broken) controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
};

/** A client of these answers, and the last event that each connection named. */
function clientOf(answers: readonly Response[]) {
  const after: (string | null)[] = [];
  const stub: typeof fetch = async (_, init) => {
    const answer = answers[after.push(new Headers(init?.headers).get('last-event-id')) - 1];
    if (answer === undefined) throw new Error('asked once too often');
    return answer;
  };
  const svc = createClient({ baseUrl: 'https://api.test/v1', apiKey: 'k', fetch: stub });
  return { svc, after };
}

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const messages: T[] = [];
  for await (const message of stream) messages.push(message);
  return messages;
}

it('yields the messages of a stream, wherever its chunks break', async () => {
  const text =
    ': hello\n\nretry: 2000\n\nid: 1\nevent: a\ndata: x\ndata: y\n\nid: 2\r\ndata:z\r\n\r\n';
  for (const size of [1, 7, text.length]) {
    const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const { svc } = clientOf([new Response(bodyOf(chunks))]);
    const messages = await all(svc.watchOpsEvents());
    expect(messages).toEqual([
      { retry: 2000, data: '' },
      { id: '1', event: 'a', data: 'x\ny' },
      { id: '2', data: 'z' },
    ]);
  }
});

it('connects again after the last event when the connection breaks', async () => {
  const broken = () => new Response(bodyOf(['id: 7\ndata: a\n\n', 'id: 8\nda'], true));
  const { svc, after } = clientOf([broken(), new Response(bodyOf(['id: 8\ndata: b\n\n']))]);
  const messages = await all(svc.watchOpsEvents());
  expect(messages.map(({ data }) => data)).toEqual(['a', 'b']);
  expect(after).toEqual([null, '7']);

  const once = clientOf([broken()]);
  const cut = all(once.svc.watchOpsEvents({}, { reconnect: false }));
  await expect(cut).rejects.toThrow('terminated');
});

it('ends with a refusal, and without an error by its signal', async () => {
  const problem = { code: 'invalid_token', detail: 'No', status: 401, request_id: 'req_1' };
  const refused = clientOf([Response.json(problem, { status: 401 })]);
  await expect(all(refused.svc.watchOpsEvents())).rejects.toThrow(ProblemError);

  const reader = new AbortController();
  const { svc } = clientOf([new Response(bodyOf(['id: 1\ndata: a\n\n'], true))]);
  for await (const { data } of svc.watchOpsEvents({}, { signal: reader.signal })) {
    expect(data).toBe('a');
    reader.abort();
  }
});
