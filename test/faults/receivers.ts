/** Receivers of webhooks, in the test's own process: what came, and how they misbehave. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';

export interface Received {
  /** The endpoint that was meant. */
  path: string;
  eventId: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Behaviour = (response: ServerResponse, received: Received) => void;

export async function startReceiver(behave: Behaviour) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    // A sender that died, or gave up, is what these tests are about.
    response.on('error', () => undefined);
    const body = await read(request).catch(() => undefined);
    if (body === undefined) return;
    const delivery = {
      path: request.url ?? '',
      eventId: String(request.headers['svc-event-id']),
      headers: request.headers,
      body,
    };
    received.push(delivery);
    behave(response, delivery);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    received,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const hundredMb = 100 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, 'x');

/** Ways not to answer, by the first part of the path. */
export const misbehaviour: Record<string, (response: ServerResponse) => void> = {
  hang: () => undefined,
  drip: (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 100);
    response.on('close', () => clearInterval(timer));
  },
  pour: (response) => {
    response.writeHead(500);
    let left = hundredMb;
    const pour = () => {
      while (left > 0 && !response.destroyed) {
        left -= chunk.length;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.on('drain', pour);
    pour();
  },
};
