/** One POST to a receiver: bounded in time and size, never redirected, never thrown. */
import { type Dispatcher, errors, request } from 'undici';
import { NotAllowed, NotResolved } from './dial.ts';
import type { Answer, Failure } from './domain/outcome.ts';

/** What is read of an answer, and what the log keeps of it. */
const excerptMax = 16 * 1024;

export interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export type Post = (message: Message) => Promise<Answer>;

export const createPost =
  (dispatcher: Dispatcher, deadlineMs: number): Post =>
  async ({ url, headers, body }) => {
    const started = performance.now();
    const answer: Answer = {
      status: null,
      failure: null,
      retryAfter: null,
      excerpt: null,
      durationMs: 0,
    };
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new Late()), deadlineMs);
    const read: Buffer[] = [];
    try {
      const { signal } = deadline;
      const response = await request(url, { dispatcher, method: 'POST', headers, body, signal });
      answer.status = response.statusCode;
      answer.retryAfter = single(response.headers['retry-after']);
      await readInto(read, response.body);
    } catch (error) {
      answer.failure = failureOf(error);
    } finally {
      clearTimeout(timer);
    }
    if (answer.status !== null) answer.excerpt = toText(Buffer.concat(read));
    answer.durationMs = Math.round(performance.now() - started);
    return answer;
  };

class Late extends Error {}

/** Leaving the loop early closes the connection: whatever else the receiver sends is not taken. */
async function readInto(read: Buffer[], body: AsyncIterable<Buffer>): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    read.push(chunk);
    bytes += chunk.length;
    if (bytes >= excerptMax) return;
  }
}

/** Text that Postgres can store, within the limit also where bytes that are no UTF-8 grew. */
function toText(bytes: Buffer): string {
  const text = bytes.subarray(0, excerptMax).toString('utf8').replaceAll('\0', '\ufffd');
  return Buffer.byteLength(text) <= excerptMax ? text : text.slice(0, excerptMax / 3);
}

const single = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

/** Only the kind is told: details would let a registration probe what answers where. */
function failureOf(error: unknown): Failure {
  if (error instanceof Late) return 'timeout';
  if (error instanceof NotAllowed) return 'address_not_allowed';
  if (error instanceof NotResolved) return 'name_not_resolved';
  if (error instanceof errors.ConnectTimeoutError) return 'timeout';
  if (error instanceof errors.HTTPParserError) return 'invalid_response';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/CERT|SIGNED|VERIFY|ISSUER|^ERR_(TLS|SSL)|^EPROTO/.test(code)) return 'tls_failed';
  if (/^UND_ERR_(HEADERS|RES)/.test(code)) return 'invalid_response';
  return 'connection_failed';
}
