import type { HttpRole } from '@svc/kit/http-role';
import { buildDesk } from './app.ts';
import { deskConfig, readDeskConfig } from './config.ts';

export const deskRole: HttpRole = {
  name: 'desk',
  schema: deskConfig,
  build: (env, { broker, clock, log, metrics, tracer }) => {
    const config = readDeskConfig(env);
    return { config, app: buildDesk({ config, transport: broker, clock, log, metrics, tracer }) };
  },
};
