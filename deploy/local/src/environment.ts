/** A whole environment inside this process: every service and a gateway. */
import { buildGateway } from '@svc/gateway/app';
import { readGatewayConfig } from '@svc/gateway/config';
import type { Clock } from '@svc/kit/clock';
import { type RunningHost, startHost } from '@svc/kit/host';
import type { Logger } from '@svc/kit/log';
import { services } from './services.ts';
import { environmentVariables, type Settings } from './settings.ts';

export interface Environment {
  host: RunningHost;
  stop(): Promise<void>;
}

export interface EnvironmentOptions {
  clock?: Clock;
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
  const parts = { name: settings.environment, services: present, roles: ['gateway'] };
  const host = await startHost({ ...parts, env, ...options });
  const gateway = buildGateway({
    config: readGatewayConfig(env),
    transport: host.broker,
    clock: host.clock,
    log: host.log,
    metrics: host.metrics,
    tracer: host.tracer,
  });
  await gateway.listen({ port: settings.httpPort, host: '127.0.0.1' });
  return {
    host,
    stop: async () => {
      await gateway.close();
      await host.stop();
    },
  };
}
