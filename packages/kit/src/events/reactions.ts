/**
 * Subscribes a service's reactions to the bus, one consumer per producer, and acknowledges each
 * delivery according to the result of `consumer.ts`, whose page has the states.
 */
import type { Envelope } from '@svc/contracts';
import { isConflict, isConnectionFailure } from '../database/pool.ts';
import { erasureReactions } from '../erasure/erasure.ts';
import { onTenantExpired } from '../erasure/tenant-purge.ts';
import { natsNames } from '../nats/nats-subjects.ts';
import { anyType } from '../service/reaction.ts';
import type { Runtime } from '../service/runtime.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { ackWaitMs, type Bus, type BusDelivery, type Subscription } from './bus.ts';
import { type ConsumeResult, consumeEvent, consumeEvents } from './consumer.ts';
import type { Consumer } from './consumer-transaction.ts';
import { jobKeyOf } from './cursors.ts';
import { storeUndecodable } from './dead-letter.ts';
import { createQuarantine, type HandleQuarantined, trustedDeliveries } from './quarantine.ts';

/** Delay of a nak by delivery count, capped at 5 min: a short fault costs seconds. Not measured. */
const retryDelaysMs = [1, 5, 15, 30, 60, 120, 300].map((seconds) => seconds * 1000);

export function consumersOf({ contract, ...definition }: ServiceDefinition): Consumer[] {
  const reactions = [
    ...definition.reactions,
    ...onTenantExpired(definition.purge),
    ...erasureReactions(definition.erasure),
  ];
  const producers = [...new Set(reactions.map((reaction) => reaction.producer))];
  return producers.map((producer) => {
    const own = reactions.filter((reaction) => reaction.producer === producer);
    const ordered = !own.every(({ inAnyOrder }) => inAnyOrder);
    return {
      name: natsNames.consumer(contract.name, producer),
      contract,
      producer,
      reactions: own,
      ordered,
      batchingDelayMs: definition.batchingDelaysMs?.[producer] ?? 0,
    };
  });
}

export function startConsumer(
  runtime: Runtime,
  consumer: Consumer,
  bus: Pick<Bus, 'subscribe'>,
): Promise<Subscription> {
  const handleQuarantined = createQuarantine(runtime, consumer);
  return bus.subscribe({
    producer: consumer.producer,
    consumer: consumer.name,
    batchingDelayMs: consumer.batchingDelayMs,
    // An ordered consumer gets all types, otherwise the numbers of a job would have gaps.
    ...(!consumer.ordered && { types: new Set(consumer.reactions.map(({ type }) => type)) }),
    // Two concurrent batches of a job would wait for its cursor, or park what overtakes.
    ...(consumer.ordered && { lane: laneOf }),
    handle: (deliveries) => handleDeliveries({ runtime, consumer, handleQuarantined }, deliveries),
    reject: (message) => storeUndecodable(runtime, consumer, message),
  });
}

const laneOf = (envelope: Envelope) => (envelope.sequence > 0 ? jobKeyOf(envelope) : undefined);

interface ConsumerParts {
  runtime: Runtime;
  consumer: Consumer;
  handleQuarantined: HandleQuarantined;
}

/**
 * Trusted deliveries as one batch, quarantined ones alone. An event without cursor and reaction is
 * acknowledged without a transaction.
 */
async function handleDeliveries(parts: ConsumerParts, all: readonly BusDelivery[]): Promise<void> {
  const deliveries = all.filter(({ envelope }) => concerns(parts.consumer, envelope));
  const others = all.filter(({ envelope }) => !concerns(parts.consumer, envelope));
  const keepAlive = setInterval(() => {
    for (const delivery of deliveries) delivery.working();
  }, ackWaitMs / 3);
  const quarantined = deliveries.filter(({ count }) => count > trustedDeliveries);
  const trusted = deliveries.filter(({ count }) => count <= trustedDeliveries);
  const handle = ({ envelope }: BusDelivery) => parts.handleQuarantined(envelope);
  try {
    await Promise.all([
      handleBatch(parts, trusted),
      ...others.map((delivery) => acknowledge(parts, delivery)),
      ...quarantined.map((delivery) => handleSingle(parts, delivery, handle)),
    ]);
  } finally {
    clearInterval(keepAlive);
  }
}

const concerns = ({ ordered, reactions }: Consumer, { sequence, type }: Envelope): boolean =>
  (ordered && sequence > 0) || reactions.some((each) => [anyType, type].includes(each.type));

/** Attempts of a batch that a deadlock or serialization failure rolled back. Not measured. */
const conflictTriesMax = 3;

async function consumeBatch({ runtime, consumer }: ConsumerParts, envelopes: readonly Envelope[]) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await consumeEvents(runtime, consumer, envelopes);
    } catch (err) {
      if (tries === conflictTriesMax || !isConflict(err)) throw err;
      runtime.log.warn({ err, consumer: consumer.name }, 'conflict, the batch is tried again');
    }
  }
}

/** If the batch fails, each event is handled alone; if the database failed, all are nacked. */
async function handleBatch(
  parts: ConsumerParts,
  deliveries: readonly BusDelivery[],
): Promise<void> {
  const { runtime, consumer } = parts;
  try {
    const envelopes = deliveries.map(({ envelope }) => envelope);
    const results = envelopes.length > 0 ? await consumeBatch(parts, envelopes) : noResults;
    for (const [envelope, outcome] of results) countOutcome(parts, outcome, envelope);
  } catch (err) {
    if (deliveries.length === 1 || isConnectionFailure(err)) {
      await Promise.all(deliveries.map((delivery) => negativeAcknowledge(parts, delivery, err)));
      return;
    }
    const handle = ({ envelope }: BusDelivery) => consumeEvent(runtime, consumer, envelope);
    for (const delivery of deliveries) await handleSingle(parts, delivery, handle);
    return;
  }
  await Promise.all(deliveries.map((delivery) => acknowledge(parts, delivery)));
}

const noResults: ReadonlyMap<Envelope, ConsumeResult> = new Map();

async function handleSingle(
  parts: ConsumerParts,
  delivery: BusDelivery,
  handle: (delivery: BusDelivery) => Promise<ConsumeResult | 'dead'>,
): Promise<void> {
  try {
    const outcome = await handle(delivery);
    if (outcome !== 'dead') countOutcome(parts, outcome, delivery.envelope);
  } catch (err) {
    await negativeAcknowledge(parts, delivery, err);
    return;
  }
  await acknowledge(parts, delivery);
}

/** A lost acknowledgement causes a redelivery, which the inbox drops. */
const acknowledge = (
  { runtime, consumer }: ConsumerParts,
  { ack, envelope }: BusDelivery,
): Promise<void> =>
  ack().catch((err: unknown) => {
    runtime.log.warn({ err, event_id: envelope.id, consumer: consumer.name }, 'ack failed');
  });

async function negativeAcknowledge(
  parts: ConsumerParts,
  { envelope, count, nak }: BusDelivery,
  err: unknown,
) {
  const { runtime, consumer } = parts;
  countOutcome(parts, 'failed', envelope);
  runtime.log.warn(
    { err, event_id: envelope.id, type: envelope.type, consumer: consumer.name, count },
    'reaction failed',
  );
  const delayMs = retryDelaysMs[Math.min(count, retryDelaysMs.length) - 1] ?? 1_000;
  // If the nak is lost as well, the bus redelivers after the ack deadline.
  await nak(delayMs).catch(() => undefined);
}

function countOutcome(
  { runtime: { metrics, clock }, consumer: { name, producer } }: ConsumerParts,
  outcome: ConsumeResult | 'failed',
  { created_at }: Envelope,
): void {
  metrics.handled.inc({ consumer: name, producer, outcome });
  if (outcome !== 'handled') return;
  const delayMs = clock.now().getTime() - Date.parse(created_at);
  metrics.eventDelay.observe({ consumer: name, producer }, Math.max(0, delayMs) / 1000);
}
