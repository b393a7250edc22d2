/** Entry point of a service process: start, admin port, graceful stop, `migrate`, `redrive`. */

import { encryptedReceipts } from '../commands/receipt.ts';
import { migrate } from '../database/migrate.ts';
import { redrive } from '../events/dead-letter.ts';
import { operatorRole } from '../nats/nats-subjects.ts';
import { createLogger } from '../observability/log.ts';
import { endUnheard } from '../operator/self-calls.ts';
import { reencrypt } from '../security/reencryption.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { migrationConfig, readConfig } from '../settings/config.ts';
import { startAdmin } from './admin.ts';
import { startHost } from './host.ts';
import { stopOnSignal } from './shutdown.ts';

/**
 * Runs until a signal stops it. `migrate` as argument brings the schema up to date and ends;
 * `redrive [event id]` handles dead letters again and ends; `reencrypt` brings stored texts under the
 * current secret and ends; `update-stream`, with an operator's login, brings the configuration of the
 * stream up to date and ends.
 */
export async function runService(definition: ServiceDefinition): Promise<void> {
  const [command, eventId] = process.argv.slice(2);
  if (command === 'migrate') await migrateOnly(definition);
  else if (command === 'redrive') await redriveOnly(definition, eventId);
  else if (command === 'reencrypt') await reencryptOnly(definition);
  else if (command === 'update-stream') await updateStream(definition);
  else await serve(definition);
}

async function serve(definition: ServiceDefinition): Promise<void> {
  const { name } = definition.contract;
  const host = await startHost({ name, services: [definition], onSilence: endUnheard });
  const { SVC_ADMIN_PORT: port, SVC_ADMIN_HOST: hostname, SVC_DRAIN_MS: drainMs } = host.config;
  let draining = false;
  const admin = await startAdmin({
    port,
    host: hostname,
    ready: async () => !draining && (await host.ready()),
    metrics: host.metrics,
  });
  stopOnSignal(async () => {
    draining = true;
    await new Promise((done) => setTimeout(done, drainMs));
    await host.stop();
    await admin.close();
  }, host.log);
  host.log.info({ admin_port: admin.port }, 'ready');
}

async function migrateOnly({ contract, migrations }: ServiceDefinition): Promise<void> {
  const config = readConfig(migrationConfig);
  const { SVC_POSTGRES_URL: url, SVC_ENVIRONMENT: environment } = config;
  const login = { password: config.SVC_DATABASE_PASSWORD, secret: config.SVC_SECRET };
  if (!url) throw new Error('Set SVC_POSTGRES_URL to the owner of the schemas.');
  const log = createLogger({ name: contract.name });
  await migrate({ url, service: contract.name, migrations, environment, login, log });
}

async function reencryptOnly(definition: ServiceDefinition): Promise<void> {
  const { name } = definition.contract;
  const host = await startHost({ name, services: [definition], timers: false });
  const columns = [encryptedReceipts, ...(definition.encrypted ?? [])];
  for (const { runtime } of host.services) {
    const results = await reencrypt(runtime.pools.write, columns, host.config.SVC_SECRET);
    for (const result of results) host.log.info(result, 're-encrypted');
    if (results.some(({ unreadable }) => unreadable > 0)) process.exitCode = 1;
  }
  await host.stop();
}

async function updateStream({ contract }: ServiceDefinition): Promise<void> {
  const host = await startHost({ name: operatorRole, services: [], usesStreams: true });
  await host.bus.assertStream(contract.name);
  await host.stop();
}

async function redriveOnly(definition: ServiceDefinition, eventId?: string): Promise<void> {
  const { name } = definition.contract;
  const host = await startHost({ name, services: [definition], timers: false });
  for (const { runtime, consumers } of host.services) {
    for (const consumer of consumers) {
      const outcomes = await redrive(runtime, consumer, eventId);
      for (const { event_id, error: err } of outcomes) {
        host.log.info({ consumer: consumer.name, event_id, err }, err ? 'stays' : 're-driven');
      }
    }
  }
  await host.stop();
}
