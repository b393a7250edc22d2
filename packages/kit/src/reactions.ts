/** Connects a service's reactions to the bus: one consumer per producer it listens to. */
import { ackWaitMs, type Bus, type Delivery, type Subscription } from './bus.ts';
import { type Consumer, takeEvent } from './consumer.ts';
import { hearOfExpiry } from './expired-tenants.ts';
import type { Runtime } from './runtime.ts';
import type { ServiceDefinition } from './service.ts';
import { suspects, type TakeSuspect, trustedDeliveries } from './suspects.ts';

const retryDelaysMs = [1, 5, 15, 30, 60, 120, 300].map((seconds) => seconds * 1000);

export function consumersOf({ contract, forget, ...definition }: ServiceDefinition): Consumer[] {
  const reactions = [...definition.reactions, ...hearOfExpiry(forget)];
  const producers = [...new Set(reactions.map((reaction) => reaction.producer))];
  return producers.map((producer) => ({
    name: `${contract.name}-${producer}`,
    contract,
    producer,
    reactions: reactions.filter((reaction) => reaction.producer === producer),
  }));
}

export function startConsumer(
  runtime: Runtime,
  consumer: Consumer,
  bus: Bus,
): Promise<Subscription> {
  const takeSuspect = suspects(runtime, consumer);
  return bus.subscribe({
    producer: consumer.producer,
    consumer: consumer.name,
    handle: (delivery) => answer({ runtime, consumer, takeSuspect }, delivery),
  });
}

interface Parts {
  runtime: Runtime;
  consumer: Consumer;
  takeSuspect: TakeSuspect;
}

async function answer(
  { runtime, consumer, takeSuspect }: Parts,
  { envelope, count, ...delivery }: Delivery,
): Promise<void> {
  const keepAlive = setInterval(delivery.working, ackWaitMs / 3);
  try {
    const outcome =
      count > trustedDeliveries
        ? await takeSuspect(envelope)
        : await takeEvent(runtime, consumer, envelope);
    if (outcome !== 'dead') tally(runtime, consumer, outcome);
    await delivery.ack();
  } catch (err) {
    tally(runtime, consumer, 'failed');
    runtime.log.warn(
      { err, event_id: envelope.id, type: envelope.type, consumer: consumer.name, count },
      'reaction failed',
    );
    const delayMs = retryDelaysMs[Math.min(count, retryDelaysMs.length) - 1] ?? 1_000;
    // Without an answer the bus delivers again after the ack deadline.
    await delivery.nak(delayMs).catch(() => undefined);
  } finally {
    clearInterval(keepAlive);
  }
}

function tally({ metrics }: Runtime, { name, producer }: Consumer, outcome: string): void {
  metrics.handled.inc({ consumer: name, producer, outcome });
}
