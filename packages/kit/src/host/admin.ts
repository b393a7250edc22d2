/** Health and metrics for the platform, on a port of its own. */
import { createServer, type Server } from 'node:http';
import type { Metrics } from '../observability/metrics.ts';

export interface Admin {
  port: number;
  close(): Promise<void>;
}

/** `/health/live` 200 while the process runs, `/health/ready` 200 or 503, `/metrics` for Prometheus. */
export async function startAdmin(options: {
  port: number;
  host: string;
  ready: () => Promise<boolean>;
  metrics: Metrics;
}): Promise<Admin> {
  const server = createServer(async (request, response) => {
    const send = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    try {
      if (request.url === '/health/live') return send(200, 'ok\n');
      if (request.url === '/health/ready') {
        return (await options.ready()) ? send(200, 'ready\n') : send(503, 'not ready\n');
      }
      if (request.url === '/metrics') {
        return send(200, await options.metrics.scrape(), options.metrics.registry.contentType);
      }
      return send(404, 'not found\n');
    } catch {
      return send(503, 'not ready\n');
    }
  });
  await listen(server, options.port, options.host);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}
