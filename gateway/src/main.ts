/** The gateway process: connects, listens, stops gracefully. */
import { startAdmin } from '@svc/kit/admin';
import { checkConfig, connectionConfig, processConfig } from '@svc/kit/config';
import { startHost } from '@svc/kit/host';
import { stopOnSignal } from '@svc/kit/shutdown';
import { buildGateway } from './app.ts';
import { gatewayConfig, readGatewayConfig } from './config.ts';

const closeMs = 15_000;

checkConfig([processConfig, connectionConfig(false), gatewayConfig], process.env);
const config = readGatewayConfig();
const host = await startHost({ name: 'gateway', services: [], roles: ['gateway'] });
const { clock, log, metrics, tracer } = host;
const app = buildGateway({ config, transport: host.broker, clock, log, metrics, tracer });

let draining = false;
const admin = await startAdmin({
  port: config.SVC_ADMIN_PORT,
  host: config.SVC_ADMIN_HOST,
  ready: async () => !draining && (await host.ready()),
  metrics,
});
const url = await app.listen({ port: config.SVC_HTTP_PORT, host: config.SVC_HTTP_HOST });

stopOnSignal(async () => {
  draining = true;
  await new Promise((done) => setTimeout(done, config.SVC_DRAIN_MS));
  // Slower bodies are cut off.
  setTimeout(() => app.server.closeAllConnections(), closeMs).unref();
  await app.close();
  await host.stop();
  await admin.close();
}, log);
log.info({ url, admin_port: admin.port }, 'ready');
