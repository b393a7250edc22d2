import type { HttpRole } from '@svc/kit/http-role';
import { buildGateway } from './app.ts';
import { gatewayConfig, readGatewayConfig } from './config.ts';

export const gatewayRole: HttpRole = {
  name: 'gateway',
  schema: gatewayConfig,
  build: (env, { broker, clock, log, metrics, tracer }) => {
    const config = readGatewayConfig(env);
    return {
      config,
      app: buildGateway({ config, transport: broker, clock, log, metrics, tracer }),
    };
  },
};
