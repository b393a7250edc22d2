/** A role that serves HTTP and hosts no service. */
import type { z } from 'zod';
import type { httpProcessConfig } from '../settings/config.ts';
import { type HostOptions, type RunningHost, startHost } from './host.ts';

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

export interface HttpRole {
  /** Name in logs and on the bus. */
  name: string;
  /** All of its settings, so that every wrong one is named at start. */
  schema: z.ZodObject;
  build(env: NodeJS.ProcessEnv, host: RunningHost): { app: HttpApp; config: HttpConfig };
}

/** Ready without NATS, too: it returns 503 with Retry-After itself, a balancer would without. */
export async function startHttpRole(
  { name, build }: HttpRole,
  options: Omit<HostOptions, 'services' | 'roles'>,
): Promise<Pick<RunningHost, 'ready' | 'stop' | 'log'>> {
  const host = await startHost({ ...options, services: [], roles: [name] });
  const { app, config } = build(options.env ?? process.env, host);
  const url = await app.listen({ port: config.SVC_HTTP_PORT, host: config.SVC_HTTP_HOST });
  host.log.info({ url }, 'listening');
  return {
    log: host.log,
    ready: async () => true,
    stop: async () => {
      setTimeout(() => app.server.closeAllConnections(), closeMs).unref();
      await app.close();
      await host.stop();
    },
  };
}
