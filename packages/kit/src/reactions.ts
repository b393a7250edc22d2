/** Connects a service's reactions to the bus: one consumer per producer it listens to. */
import type { Envelope } from '@svc/contracts';
import { ackWaitMs, type Bus, type Delivery, type Subscription } from './bus.ts';
import { type Taken, takeEvent, takeEvents } from './consumer.ts';
import { isConnectionFailure } from './database/pool.ts';
import { hearOfExpiry } from './expired-tenants.ts';
import type { Runtime } from './runtime.ts';
import type { ServiceDefinition } from './service.ts';
import { suspects, type TakeSuspect, trustedDeliveries } from './suspects.ts';
import type { Consumer } from './turn.ts';

const retryDelaysMs = [1, 5, 15, 30, 60, 120, 300].map((seconds) => seconds * 1000);

export function consumersOf({ contract, forget, ...definition }: ServiceDefinition): Consumer[] {
  const reactions = [...definition.reactions, ...hearOfExpiry(forget)];
  const producers = [...new Set(reactions.map((reaction) => reaction.producer))];
  return producers.map((producer) => {
    const own = reactions.filter((reaction) => reaction.producer === producer);
    const ordered = !own.every(({ inAnyOrder }) => inAnyOrder);
    return { name: `${contract.name}-${producer}`, contract, producer, reactions: own, ordered };
  });
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
    // In order come all of them, or a job's numbers would have gaps.
    ...(!consumer.ordered && { types: new Set(consumer.reactions.map(({ type }) => type)) }),
    handle: (deliveries) => answer({ runtime, consumer, takeSuspect }, deliveries),
  });
}

interface Parts {
  runtime: Runtime;
  consumer: Consumer;
  takeSuspect: TakeSuspect;
}

/** Trusted ones together, and each suspect alone. */
async function answer(parts: Parts, deliveries: readonly Delivery[]): Promise<void> {
  const keepAlive = setInterval(() => {
    for (const delivery of deliveries) delivery.working();
  }, ackWaitMs / 3);
  const suspected = deliveries.filter(({ count }) => count > trustedDeliveries);
  const trusted = deliveries.filter(({ count }) => count <= trustedDeliveries);
  const take = ({ envelope }: Delivery) => parts.takeSuspect(envelope);
  try {
    await Promise.all([
      answerTogether(parts, trusted),
      ...suspected.map((delivery) => answerOne(parts, delivery, take)),
    ]);
  } finally {
    clearInterval(keepAlive);
  }
}

/** One that fails undoes all: then each is taken for itself, unless it was the database that failed. */
async function answerTogether(parts: Parts, deliveries: readonly Delivery[]): Promise<void> {
  const { runtime, consumer } = parts;
  try {
    const envelopes = deliveries.map(({ envelope }) => envelope);
    const taken = envelopes.length > 0 ? await takeEvents(runtime, consumer, envelopes) : noneTaken;
    for (const outcome of taken.values()) tally(parts, outcome);
  } catch (err) {
    if (deliveries.length === 1 || isConnectionFailure(err)) {
      await Promise.all(deliveries.map((delivery) => giveBack(parts, delivery, err)));
      return;
    }
    const take = ({ envelope }: Delivery) => takeEvent(runtime, consumer, envelope);
    for (const delivery of deliveries) await answerOne(parts, delivery, take);
    return;
  }
  await Promise.all(deliveries.map((delivery) => acknowledge(parts, delivery)));
}

const noneTaken: ReadonlyMap<Envelope, Taken> = new Map();

async function answerOne(
  parts: Parts,
  delivery: Delivery,
  take: (delivery: Delivery) => Promise<Taken | 'dead'>,
): Promise<void> {
  try {
    const outcome = await take(delivery);
    if (outcome !== 'dead') tally(parts, outcome);
  } catch (err) {
    await giveBack(parts, delivery, err);
    return;
  }
  await acknowledge(parts, delivery);
}

/** Without it the bus delivers once more, and the event is known. */
const acknowledge = ({ runtime, consumer }: Parts, { ack, envelope }: Delivery): Promise<void> =>
  ack().catch((err: unknown) => {
    runtime.log.warn({ err, event_id: envelope.id, consumer: consumer.name }, 'not acknowledged');
  });

async function giveBack(parts: Parts, { envelope, count, nak }: Delivery, err: unknown) {
  const { runtime, consumer } = parts;
  tally(parts, 'failed');
  runtime.log.warn(
    { err, event_id: envelope.id, type: envelope.type, consumer: consumer.name, count },
    'reaction failed',
  );
  const delayMs = retryDelaysMs[Math.min(count, retryDelaysMs.length) - 1] ?? 1_000;
  // Without an answer the bus delivers again after the ack deadline.
  await nak(delayMs).catch(() => undefined);
}

function tally({ runtime: { metrics }, consumer }: Parts, outcome: string): void {
  metrics.handled.inc({ consumer: consumer.name, producer: consumer.producer, outcome });
}
