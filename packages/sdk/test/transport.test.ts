/** The client over a network that is a function: no server, and time that the test holds. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createClient, ProblemError } from '@svc/sdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const quotes = { object: 'list', data: [], has_more: false };
const problem = (status: number, headers: Record<string, string>) =>
  Response.json(
    { code: 'rate_limited', detail: 'Too many', status, request_id: 'req_1' },
    { status, headers },
  );

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A client of these answers, in order; and when each was asked for, in ms since the first. */
function clientOf(answers: readonly (() => Promise<Response> | Response)[], options: object = {}) {
  const times: number[] = [];
  const started = Date.now();
  const stub: typeof fetch = async (_, init) => {
    const answer = answers[times.push(Date.now() - started) - 1];
    if (answer === undefined) throw new Error('asked once too often');
    const { signal } = init ?? {};
    const broken = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return Promise.race([answer(), broken]);
  };
  const base = { baseUrl: 'https://api.test/v1', apiKey: 'k', fetch: stub };
  const svc = createClient({ ...base, ...options });
  return { svc, times };
}

/** The outcome of a call, with all of its waits over. */
async function settled<T>(call: Promise<T>): Promise<T | Error> {
  let isSettled = false;
  const outcome = call
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
    .finally(() => {
      isSettled = true;
    });
  // One at a time: other modules of this process may set theirs anew for ever.
  while (!isSettled) await vi.advanceTimersToNextTimerAsync();
  return outcome;
}

it('sends credentials to no other host and over no cleartext', async () => {
  const reached: string[] = [];
  const foreign = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end('{}');
  });
  await once(foreign.listen(0, '127.0.0.1'), 'listening');
  const to = `http://127.0.0.1:${Object(foreign.address()).port}/stolen`;
  const server = createServer((_, response) => response.writeHead(307, { location: to }).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${Object(server.address()).port}/v1`;
  vi.useRealTimers();
  const outcomes = [{ apiKey: 'k' }, { clientId: 'c', clientSecret: 's' }].map((credentials) =>
    createClient({ baseUrl, ...credentials }).listQuotes(),
  );
  for (const each of outcomes) await expect(each).rejects.toThrow(/307/);
  expect(reached).toEqual([]);
  for (const each of [server, foreign]) await new Promise((ended) => each.close(ended));

  const clear = 'http://api.example/v1';
  expect(() => createClient({ baseUrl: clear, apiKey: 'k' })).toThrow('use https');
  const own = { clientId: 'c', clientSecret: 's', baseUrl: 'https://api.example/v1' };
  expect(() => createClient({ ...own, authUrl: clear })).toThrow('use https');
});

it.each([0, 0.5, 0.999])('waits Retry-After and up to a quarter more: %s', async (random) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const { svc, times } = clientOf([
    () => problem(429, { 'retry-after': '1' }),
    () => Response.json(quotes),
  ]);
  expect(await settled(svc.listQuotes())).toEqual(quotes);
  const [, second = 0] = times;
  expect(times).toHaveLength(2);
  expect(second).toBeCloseTo(1000 * (1 + random / 4), -1);
});

it.each([
  ['66', 1],
  ['900', 1],
  ['50', 2],
])('Retry-After %s s: %i attempts', async (seconds, attempts) => {
  const refusal = () => problem(429, { 'retry-after': seconds });
  const { svc, times } = clientOf([refusal, () => Response.json(quotes)]);
  const outcome = await settled(svc.listQuotes());
  expect(times).toHaveLength(attempts);
  if (attempts === 1) expect(outcome).toBeInstanceOf(ProblemError);
  else expect(outcome).toEqual(quotes);
});

it('waits twice as long before each further attempt, then gives up with the refusal', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const refusal = () => problem(503, {});
  const { svc, times } = clientOf(Array(4).fill(refusal), { retries: 3, retryDelayMs: 100 });
  expect(await settled(svc.listQuotes())).toMatchObject({ code: 'rate_limited', status: 503 });
  expect(times).toEqual([0, 100, 300, 700]);
});

/** Timers of `AbortSignal.timeout` are Node's own: a real one of a millisecond serves as well. */
const hanging = () => new Promise<Response>(() => undefined);

it('ends an attempt that hangs with a timeout, and tries again while it may', async () => {
  vi.useRealTimers();
  const once = clientOf([hanging], { timeoutMs: 1, retries: 0 });
  await expect(once.svc.listQuotes()).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(once.times).toHaveLength(1);
  const answers = [hanging, () => Response.json(quotes)];
  const { svc, times } = clientOf(answers, { timeoutMs: 200, retryDelayMs: 1 });
  expect(await svc.listQuotes()).toEqual(quotes);
  expect(times).toHaveLength(2);
});

it('ends by its AbortSignal: during an attempt, and during a wait', async () => {
  const first = new AbortController();
  const during = clientOf([hanging]);
  const cut = during.svc.listQuotes({}, { signal: first.signal });
  const reason = new Error('the user left');
  await vi.waitFor(() => expect(during.times).toHaveLength(1));
  first.abort(reason);
  await expect(cut).rejects.toBe(reason);
  expect(during.times).toHaveLength(1);

  const second = new AbortController();
  const waiting = clientOf([() => problem(429, { 'retry-after': '60' })]);
  const call = waiting.svc.listQuotes({}, { signal: second.signal });
  const outcome = expect(call).rejects.toBe(reason);
  await vi.advanceTimersByTimeAsync(30_000);
  second.abort(reason);
  await outcome;
  expect(waiting.times).toHaveLength(1);
});

it('keeps the Idempotency-Key of a change over its attempts, and makes another for the next', async () => {
  const keys: (string | null)[] = [];
  const stub: typeof fetch = async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return keys.length === 1 ? problem(503, {}) : Response.json({ id: 'q_1' });
  };
  const svc = createClient({ baseUrl: 'https://api.test/v1', apiKey: 'k', fetch: stub });
  await settled(svc.createQuote({ body: { sku: 'LAB-STD' } }));
  await settled(svc.createQuote({ body: { sku: 'LAB-STD' } }));
  expect(keys).toHaveLength(3);
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(2);
});

it('ends a call by its signal while the token is awaited', async () => {
  const credentials = { clientId: 'c', clientSecret: 's' };
  const svc = createClient({ baseUrl: 'https://api.test/v1', ...credentials, fetch: hanging });
  const caller = new AbortController();
  const call = svc.listQuotes({}, { signal: caller.signal });
  const reason = new Error('the user left');
  caller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

it('sends bytes as they are, under their own media type', async () => {
  const sent: (string | null)[][] = [];
  const stub: typeof fetch = async (url, init) => {
    const type = new Headers(init?.headers).get('content-type');
    sent.push([String(url), type, await new Response(init?.body).text()]);
    return Response.json({ object: 'file' });
  };
  const svc = createClient({ baseUrl: 'https://api.test/v1/', apiKey: 'k', fetch: stub });
  const to = { path: { job_id: 'a/b' }, query: { kind: 'photo' } } as const;
  const bytes = new TextEncoder().encode('image');
  await svc.fileProof({ ...to, body: new Blob([bytes], { type: 'image/jpeg' }) });
  await svc.fileProof({ ...to, body: bytes });
  await svc.fileProof({ ...to, body: new Blob([bytes]).stream() });
  const url = 'https://api.test/v1/ops/jobs/a%2Fb/files?kind=photo';
  expect(sent).toEqual([
    [url, 'image/jpeg', 'image'],
    [url, 'image/png', 'image'],
    [url, 'image/png', 'image'],
  ]);
});
