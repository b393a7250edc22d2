/** The process around one service: start, admin port, graceful stop. */
import { startAdmin } from './admin.ts';
import { redrive } from './dead-letter.ts';
import { startHost } from './host.ts';
import type { ServiceDefinition } from './service.ts';
import { stopOnSignal } from './shutdown.ts';

/** Runs until told to stop. With the argument `redrive [event id]` handles dead letters and ends. */
export async function runService(definition: ServiceDefinition): Promise<void> {
  const name = definition.contract.name;
  const [command, eventId] = process.argv.slice(2);
  const isRedrive = command === 'redrive';
  const host = await startHost({ name, services: [definition], timers: !isRedrive });
  if (isRedrive) {
    for (const { runtime, consumers } of host.services) {
      for (const consumer of consumers) {
        const outcomes = await redrive(runtime, consumer, eventId);
        for (const { event_id, error: err } of outcomes) {
          host.log.info({ consumer: consumer.name, event_id, err }, err ? 'stays' : 're-driven');
        }
      }
    }
    await host.stop();
    return;
  }
  const { SVC_ADMIN_PORT: port, SVC_ADMIN_HOST: hostname, SVC_DRAIN_MS: drainMs } = host.config;
  let draining = false;
  const admin = await startAdmin({
    port,
    host: hostname,
    ready: async () => !draining && (await host.ready()),
    metrics: host.metrics.registry,
  });
  stopOnSignal(async () => {
    draining = true;
    await new Promise((done) => setTimeout(done, drainMs));
    await host.stop();
    await admin.close();
  }, host.log);
  host.log.info({ admin_port: admin.port }, 'ready');
}
