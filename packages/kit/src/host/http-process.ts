/** Entry point of a process that serves HTTP and hosts no service: start, admin port, graceful stop. */
import type { z } from 'zod';
import { endUnheard } from '../operator/self-calls.ts';
import { checkConfig, type httpProcessConfig } from '../settings/config.ts';
import { startAdmin } from './admin.ts';
import { type RunningHost, startHost } from './host.ts';
import { stopOnSignal } from './shutdown.ts';

/** How long open requests may take once the process stops; slower ones are cut off. */
const closeMs = 15_000;

interface HttpApp {
  server: { closeAllConnections(): void };
  listen(address: { port: number; host: string }): Promise<string>;
  close(): Promise<unknown>;
}

type HttpConfig = z.output<typeof httpProcessConfig> & {
  SVC_HTTP_PORT: number;
  SVC_HTTP_HOST: string;
};

interface HttpProcess<C extends HttpConfig> {
  /** The role: its name in logs and on the bus. */
  name: string;
  /** All of its settings, so that every wrong one is named at start. */
  schema: z.ZodObject;
  read(): C;
  build(config: C, host: RunningHost): HttpApp;
}

export async function runHttpProcess<C extends HttpConfig>(parts: HttpProcess<C>) {
  const { name, schema, read, build } = parts;
  checkConfig([schema], { hostsServices: false, env: process.env });
  const config = read();
  const host = await startHost({ name, services: [], roles: [name], onSilence: endUnheard });
  const app = build(config, host);
  let draining = false;
  const admin = await startAdmin({
    port: config.SVC_ADMIN_PORT,
    host: config.SVC_ADMIN_HOST,
    // Without NATS, too: it answers 503 with Retry-After itself, a balancer would without.
    ready: async () => !draining,
    metrics: host.metrics,
  });
  const url = await app.listen({ port: config.SVC_HTTP_PORT, host: config.SVC_HTTP_HOST });
  stopOnSignal(async () => {
    draining = true;
    await new Promise((done) => setTimeout(done, config.SVC_DRAIN_MS));
    setTimeout(() => app.server.closeAllConnections(), closeMs).unref();
    await app.close();
    await host.stop();
    await admin.close();
  }, host.log);
  host.log.info({ url, admin_port: admin.port }, 'ready');
}
