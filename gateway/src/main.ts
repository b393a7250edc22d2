import { runHttpProcess } from '@svc/kit/http-process';
import { buildGateway } from './app.ts';
import { gatewayConfig, readGatewayConfig } from './config.ts';

await runHttpProcess({
  name: 'gateway',
  schema: gatewayConfig,
  read: () => readGatewayConfig(),
  build: (config, { broker, clock, log, metrics, tracer }) =>
    buildGateway({ config, transport: broker, clock, log, metrics, tracer }),
});
