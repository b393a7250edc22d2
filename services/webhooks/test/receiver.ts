/** A real HTTP server that receives webhooks; a test sets its responses. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach } from 'vitest';

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
export type Behaviour = (
  response: ServerResponse,
  request: Received & { socket: IncomingMessage['socket'] },
) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(body);

export async function startReceiver(first: Behaviour = answering(204)) {
  let behave = first;
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    // The receiver was stopped, or its sender gave up: the response has no reader.
    response.on('error', () => undefined);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const { headers, url: path = '', socket } = request;
    const delivery = { path, headers, body: Buffer.concat(chunks).toString('utf8') };
    received.push(delivery);
    behave(response, { ...delivery, socket });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    events: () => received.map(({ body }) => JSON.parse(body)),
    behave: (next: Behaviour) => {
      behave = next;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A receiver of its own for each test of the file. */
export function receiverTest(first: Behaviour = answering(204)) {
  let current: Awaited<ReturnType<typeof startReceiver>> | undefined;
  beforeEach(async () => {
    current = await startReceiver(first);
  });
  afterEach(() => current?.stop());
  const running = () => {
    if (!current) throw new Error('a receiver starts before each test, not earlier');
    return current;
  };
  return {
    get url() {
      return running().url;
    },
    get port() {
      return running().port;
    },
    get received() {
      return running().received;
    },
    events: () => running().events(),
    behave: (next: Behaviour) => running().behave(next),
  };
}
