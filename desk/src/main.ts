import { runHttpProcess } from '@svc/kit/http-process';
import { buildDesk } from './app.ts';
import { deskConfig, readDeskConfig } from './config.ts';

await runHttpProcess({
  name: 'desk',
  schema: deskConfig,
  read: () => readDeskConfig(),
  build: (config, { broker, clock, log, metrics, tracer }) =>
    buildDesk({ config, transport: broker, clock, log, metrics, tracer }),
});
