/** HTTP of tlog-witness: `POST /add-checkpoint` and `GET /<SHA-256 of the origin>/checkpoint`. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { submissionLengthMax } from '../log/submission.ts';
import type { Witness } from './witness.ts';

export interface WitnessServer {
  port: number;
  close: () => Promise<void>;
}

interface Listening {
  witness: Witness;
  origin: string;
  host: string;
  /** 0 for any. */
  port: number;
  onFault: (error: unknown) => void;
}

/** A request has this long, ms. */
const requestTimeoutMs = 10_000;

export async function serveWitness(options: Listening): Promise<WitnessServer> {
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    answer(request, options).then(
      (found) => send(response, found),
      (error: unknown) => {
        options.onFault(error);
        send(response, { status: 500, body: 'The witness failed.\n' });
      },
    );
  });
  await once(server.listen(options.port, options.host), 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

interface Found {
  status: number;
  body: string;
}

async function answer(request: IncomingMessage, { witness, origin }: Listening): Promise<Found> {
  const { method, url } = request;
  if (url === '/add-checkpoint') {
    if (method !== 'POST') return { status: 405, body: 'POST a checkpoint.\n' };
    const body = await bodyOf(request);
    return body === undefined
      ? { status: 400, body: 'The request cannot be read: it is too long or no UTF-8.\n' }
      : witness.addCheckpoint(body);
  }
  const hash = createHash('sha256').update(origin).digest('hex');
  const note =
    url === `/${hash}/checkpoint` && method === 'GET' ? await witness.latest() : undefined;
  return note === undefined ? { status: 404, body: 'Not found.\n' } : { status: 200, body: note };
}

function send(response: ServerResponse, { status, body }: Found): void {
  const type = status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8';
  const retry = status === 429 ? { 'retry-after': '1' } : {};
  response.writeHead(status, {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    ...retry,
  });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    // A character has up to 3 bytes in UTF-8.
    if (length <= 3 * submissionLengthMax) parts.push(part);
  }
  if (length > 3 * submissionLengthMax) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts));
  } catch {
    return undefined;
  }
}
