/**
 * Balancer in front of the processes of a role, as a Service of Kubernetes is one: it probes their
 * readiness and gives new requests to those that are ready, in turn. It repeats nothing.
 */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

const probeMs = 200;

export interface Backend {
  port: number;
  adminPort: number;
}

export interface Balancer {
  add(backend: Backend): Promise<void>;
  remove(port: number): void;
  stop(): Promise<void>;
}

export async function startBalancer(port: number): Promise<Balancer> {
  const backends = new Map<number, Backend>();
  const ready = new Set<number>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const probe = async (backend: Backend) => {
    const answer = await fetch(`http://127.0.0.1:${backend.adminPort}/health/ready`).catch(
      () => undefined,
    );
    if (answer?.ok && backends.has(backend.port)) ready.add(backend.port);
    else ready.delete(backend.port);
  };
  const timer = setInterval(() => {
    for (const backend of backends.values()) void probe(backend);
  }, probeMs);
  const server = createServer((incoming, response) => {
    turn += 1;
    const to = [...ready][turn % ready.size];
    if (to) forward({ incoming, response, agent }, to);
    else response.writeHead(503).end();
  });
  // A client closes idle connections, and never finds one that was closed under its request.
  server.keepAliveTimeout = 0;
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    add: async (backend) => {
      backends.set(backend.port, backend);
      await probe(backend);
    },
    remove: (gone) => {
      backends.delete(gone);
      ready.delete(gone);
    },
    stop: async () => {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

interface Exchange {
  incoming: IncomingMessage;
  response: ServerResponse;
  agent: Agent;
}

function forward({ incoming, response, agent }: Exchange, port: number): void {
  const { method, url: path, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  incoming.pipe(onward);
}
