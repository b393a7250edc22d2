/** A second gateway before the services of an environment, set up otherwise. */
import { buildGateway } from '@svc/gateway/app';
import { readGatewayConfig } from '@svc/gateway/config';
import { createLogger } from '@svc/kit/log';
import type { Transport } from '@svc/kit/transport';
import { environmentVariables } from '@svc/local/settings';
import type { Stand } from './stand.ts';

export interface SecondGateway {
  /** Without the version prefix, like the stage's own. */
  publicUrl: string;
  stop(): Promise<void>;
}

export async function startGateway(
  { stage, clock }: Stand,
  { env, transport = stage.transport }: { env?: NodeJS.ProcessEnv; transport?: Transport },
): Promise<SecondGateway> {
  const app = buildGateway({
    config: readGatewayConfig({ ...environmentVariables(stage.settings), ...env }),
    transport,
    clock,
    log: createLogger({ name: 'gateway', level: 'silent' }),
  });
  const publicUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  return { publicUrl, stop: () => app.close() };
}
