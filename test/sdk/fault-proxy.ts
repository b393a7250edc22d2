/** A proxy that injects the faults of networks and overloaded servers, by a seeded sequence. */
import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createRandom } from '@svc/simulators/random';

const faults = [
  'rate_limited',
  'unavailable',
  'reset before',
  'reset after',
  'half an answer',
  'late',
] as const;
export type Fault = (typeof faults)[number];

export interface FaultProxy {
  url: string;
  /** How often each fault was injected. */
  injected: Map<Fault, number>;
  stop(): Promise<void>;
}

/** Every request meets a fault with this probability; each kind is as likely as the others. */
export async function startFaultProxy(
  target: string,
  { probability, seed }: { probability: number; seed: number },
): Promise<FaultProxy> {
  const random = createRandom(seed);
  const injected = new Map<Fault, number>();
  const server = createServer((request, response) => {
    const fault = random.next() < probability ? random.pick(faults) : undefined;
    if (fault) injected.set(fault, (injected.get(fault) ?? 0) + 1);
    answer(target, { request, response, fault }).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    injected,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  fault: Fault | undefined;
}

async function answer(target: string, { request, response, fault }: Exchange): Promise<void> {
  const body = await buffer(request);
  if (fault === 'rate_limited') return refuse(response, 429);
  if (fault === 'unavailable') return refuse(response, 503);
  if (fault === 'reset before') return void response.destroy();
  const { status, headers, bytes } = await passOn(target, request, body);
  // The effect is there; its answer is lost.
  if (fault === 'reset after') return void response.destroy();
  if (fault === 'late') await new Promise((done) => setTimeout(done, 50));
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  if (fault !== 'half an answer') return void response.end(bytes);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

function refuse(response: ServerResponse, status: number): void {
  const problem = { type: 'about:blank', title: 'Later', status, code: 'x', detail: 'Later.' };
  response.writeHead(status, { 'retry-after': '0', 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ ...problem, request_id: 'req_proxy' }));
}

async function passOn(
  target: string,
  { url = '/', method, headers }: IncomingMessage,
  body: Buffer,
) {
  const { 'transfer-encoding': _, ...rest } = headers;
  const onward = forward(new URL(url, target), {
    method,
    headers: { ...rest, host: new URL(target).host, 'content-length': body.length },
  });
  onward.end(body);
  const [incoming]: IncomingMessage[] = await once(onward, 'response');
  if (!incoming) throw new Error('no response');
  const { 'transfer-encoding': _chunked, connection: _hop, ...answered } = incoming.headers;
  return { status: incoming.statusCode ?? 0, headers: answered, bytes: await buffer(incoming) };
}
