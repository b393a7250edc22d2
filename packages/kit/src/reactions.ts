/** Connects a service's reactions to the bus: one consumer per producer it listens to. */
import { ackWaitMs, type Bus, type Delivery, type Subscription } from './bus.ts';
import { type Consumer, takeEvent } from './consumer.ts';
import { attemptsMax, putAside } from './dead-letter.ts';
import type { Runtime } from './runtime.ts';
import type { ServiceDefinition } from './service.ts';

const retryDelaysMs = [1, 5, 15, 30, 60, 120, 300].map((seconds) => seconds * 1000);

export function consumersOf({ contract, reactions }: ServiceDefinition): Consumer[] {
  const producers = [...new Set(reactions.map((reaction) => reaction.producer))];
  return producers.map((producer) => ({
    name: `${contract.name}-${producer}`,
    contract,
    producer,
    reactions: reactions.filter((reaction) => reaction.producer === producer),
  }));
}

export const startConsumer = (
  runtime: Runtime,
  consumer: Consumer,
  bus: Bus,
): Promise<Subscription> =>
  bus.subscribe({
    producer: consumer.producer,
    consumer: consumer.name,
    handle: (delivery) => answer(runtime, consumer, delivery),
  });

async function answer(runtime: Runtime, consumer: Consumer, delivery: Delivery): Promise<void> {
  const { envelope, count } = delivery;
  const keepAlive = setInterval(delivery.working, ackWaitMs / 3);
  try {
    if (count > attemptsMax) {
      // Before it is handled once more: a message that kills the process ends here too.
      await putAside(runtime, consumer, { envelope, attempts: count });
    } else {
      const outcome = await takeEvent(runtime, consumer, envelope);
      tally(runtime, consumer, outcome);
    }
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
