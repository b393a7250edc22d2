/** A whole environment inside this process: every service, a gateway and, where it is set, a desk. */
import { buildDesk } from '@svc/desk/app';
import { readDeskConfig } from '@svc/desk/config';
import { buildGateway } from '@svc/gateway/app';
import { readGatewayConfig } from '@svc/gateway/config';
import type { Clock } from '@svc/kit/clock';
import { type RunningHost, startHost } from '@svc/kit/host';
import type { Logger } from '@svc/kit/log';
import { services } from './services.ts';
import { deskVariables, environmentVariables, type Settings } from './settings.ts';

export interface Environment {
  host: RunningHost;
  stop(): Promise<void>;
}

export interface EnvironmentOptions {
  clock?: Clock;
  /** Of single services, of the `gateway` or of the `desk`. */
  clocks?: Readonly<Record<string, Clock>>;
  timers?: boolean;
  log?: Logger;
  /** Names of services that stay away. */
  without?: readonly string[];
}

export async function startEnvironment(
  settings: Settings,
  { without = [], ...options }: EnvironmentOptions = {},
): Promise<Environment> {
  const env = environmentVariables(settings);
  const present = services.filter(({ contract }) => !without.includes(contract.name));
  const roles = ['gateway', ...(settings.desk ? ['desk'] : [])];
  const parts = { name: settings.environment, services: present, roles };
  const host = await startHost({ ...parts, env, ...options });
  const { broker: transport, log, metrics, tracer } = host;
  const shared = { transport, log, metrics, tracer };
  const gateway = buildGateway({
    ...shared,
    config: readGatewayConfig(env),
    clock: options.clocks?.gateway ?? host.clock,
  });
  refuseForeignHosts(gateway);
  await gateway.listen({ port: settings.httpPort, host: '127.0.0.1' });
  const desk =
    settings.desk &&
    buildDesk({
      ...shared,
      config: readDeskConfig({ ...env, ...deskVariables(settings.desk) }),
      clock: options.clocks?.desk ?? host.clock,
    });
  if (desk) refuseForeignHosts(desk);
  await desk?.listen({ port: settings.desk?.httpPort ?? 0, host: '127.0.0.1' });
  return {
    host,
    stop: async () => {
      await desk?.close();
      await gateway.close();
      await host.stop();
    },
  };
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * DNS rebinding: a page of the web whose name is made to mean 127.0.0.1 is of one origin with what
 * listens there. Its requests name its own host, and are refused (421).
 */
function refuseForeignHosts(app: Pick<ReturnType<typeof buildGateway>, 'addHook'>): void {
  app.addHook('onRequest', async ({ hostname }, reply) => {
    // A browser names one always.
    if (!hostname || loopback.test(hostname)) return;
    await reply.code(421).type('text/plain').send('This address has another name.\n');
  });
}
