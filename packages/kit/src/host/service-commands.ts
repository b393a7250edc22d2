/** Commands of the image that a service carries out once: migrations, dead letters, secrets, stream. */
import { encryptedReceipts } from '../commands/receipt.ts';
import { migrate } from '../database/migrate.ts';
import { redrive } from '../events/dead-letter.ts';
import { operatorRole } from '../nats/nats-subjects.ts';
import { createLogger } from '../observability/log.ts';
import { reencrypt } from '../security/reencryption.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { migrationConfig, readConfig, roleEnvironment } from '../settings/config.ts';
import { startHost } from './host.ts';

type ServiceCommand = (definition: ServiceDefinition, argument?: string) => Promise<void>;

/**
 * `migrate` brings the schema up to date; `redrive [event id]` handles dead letters again; `reencrypt`
 * brings stored texts under the current secret; `update-stream`, with an operator's login, brings the
 * configuration of the stream up to date.
 */
export const serviceCommands: Readonly<Record<string, ServiceCommand>> = {
  migrate: migrateOnly,
  redrive: redriveOnly,
  reencrypt: reencryptOnly,
  'update-stream': updateStream,
};

async function migrateOnly({ contract, migrations }: ServiceDefinition): Promise<void> {
  const config = readConfig(migrationConfig, roleEnvironment(contract.name));
  const { SVC_POSTGRES_URL: url, SVC_ENVIRONMENT: environment } = config;
  const login = { password: config.SVC_DATABASE_PASSWORD, secret: config.SVC_SECRET };
  if (!url) throw new Error('Set SVC_POSTGRES_URL to the owner of the schemas.');
  const log = createLogger({ name: contract.name });
  await migrate({ url, service: contract.name, migrations, environment, login, log });
}

async function reencryptOnly(definition: ServiceDefinition): Promise<void> {
  const { name } = definition.contract;
  const host = await startHost({
    name,
    services: [definition],
    timers: false,
    env: roleEnvironment(name),
  });
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
  const host = await startHost({
    name,
    services: [definition],
    timers: false,
    env: roleEnvironment(name),
  });
  for (const { runtime, consumers } of host.services) {
    for (const consumer of consumers) {
      const outcomes = await redrive(runtime, consumer, eventId);
      for (const { event_id, error: err } of outcomes) {
        host.log.info({ consumer: consumer.name, event_id, err }, err ? 'failed' : 're-driven');
      }
    }
  }
  await host.stop();
}
