/** HTTP client for one POST: deadline, size limit, no redirects; errors become results (undici). */
import { type Dispatcher, errors, request } from 'undici';
import { DeliveryError, type DeliveryFailure, type PostResult } from '../domain/attempt-result.ts';

/** Response bytes that are read and kept in the log. */
const excerptMax = 16 * 1024;

export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export type HttpPost = (message: PostRequest) => Promise<PostResult>;

export const createHttpPost =
  (dispatcher: Dispatcher, deadlineMs: number): HttpPost =>
  async ({ url, headers, body }) => {
    const started = performance.now();
    const result: PostResult = {
      status: null,
      failure: null,
      retryAfter: null,
      excerpt: null,
      durationMs: 0,
    };
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new DeliveryError('timeout')), deadlineMs);
    const read: Buffer[] = [];
    try {
      const { signal } = deadline;
      const response = await request(url, { dispatcher, method: 'POST', headers, body, signal });
      result.status = response.statusCode;
      result.retryAfter = single(response.headers['retry-after']);
      await readInto(read, response.body);
    } catch (error) {
      result.failure = failureOf(error);
    } finally {
      clearTimeout(timer);
    }
    if (result.status !== null) result.excerpt = toText(Buffer.concat(read));
    result.durationMs = Math.round(performance.now() - started);
    return result;
  };

/** Reads up to the limit; leaving the loop early closes the connection. */
async function readInto(read: Buffer[], body: AsyncIterable<Buffer>): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    read.push(chunk);
    bytes += chunk.length;
    if (bytes >= excerptMax) return;
  }
}

/** Text that Postgres can store; invalid UTF-8 triples in size when replaced, so it is cut again. */
function toText(bytes: Buffer): string {
  const text = bytes.subarray(0, excerptMax).toString('utf8').replaceAll('\0', '\ufffd');
  return Buffer.byteLength(text) <= excerptMax ? text : text.slice(0, excerptMax / 3);
}

const single = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

/** Maps to a coarse kind: details would let a tenant probe the network through its endpoints. */
function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryError) return error.failure;
  if (error instanceof errors.ConnectTimeoutError) return 'timeout';
  if (error instanceof errors.HTTPParserError) return 'invalid_response';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/CERT|SIGNED|VERIFY|ISSUER|^ERR_(TLS|SSL)|^EPROTO/.test(code)) return 'tls_failed';
  if (/^UND_ERR_(HEADERS|RES)/.test(code)) return 'invalid_response';
  return 'connection_failed';
}
