/** Requests of a client that behaves: what is answered 503 it sends again, with the same key. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';

export type Headers = Record<string, string>;

const triesMax = 5;

/** Resolves with the body of a 2xx; throws any other answer. */
export async function post(
  url: string,
  body: string | Buffer,
  headers: Headers,
  dispatcher?: Dispatcher,
): Promise<string> {
  const options = { method: 'POST', body, headers, ...(dispatcher && { dispatcher }) } as const;
  for (let tries = 1; ; tries += 1) {
    const answer = await request(url, options);
    const text = await answer.body.text();
    if (answer.statusCode < 300) return text;
    if (answer.statusCode !== 503 || tries === triesMax) {
      throw new Error(`${url}: ${answer.statusCode} ${text.slice(0, 300)}`);
    }
    await pause(1_000 * Number(answer.headers['retry-after'] ?? 0));
  }
}
