/** The observer's consumer on JetStream, looked at and hurried from outside. */
import { jetstreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { until } from '@svc/devnet';
import { connectAsAdmin } from '../nats/login.ts';
import type { FaultStack } from './stack.ts';

const consumer = 'observer-jobs';

export interface ObserverBus {
  /** From now on, what nobody answered for is handed over again after half a second, not 30. */
  hurry(): Promise<void>;
  /** As the kit has it; a starting observer sets it right too. */
  calm(): Promise<void>;
  /** Messages handed over and not answered for. */
  unanswered(): Promise<number>;
  /** Resolves when the observer has answered for everything in the stream. */
  drained(): Promise<void>;
  /** All events of jobs that were ever published. */
  deleteStream(): Promise<void>;
  close(): Promise<void>;
}

export async function observerBus({ settings, nats }: FaultStack): Promise<ObserverBus> {
  const { namespace } = settings;
  const connection = await connectAsAdmin(nats);
  const jsm = await jetstreamManager(connection);
  const stream = `${namespace}-jobs`;
  const info = () => jsm.consumers.info(stream, consumer);
  const wait = async (ms: number) => {
    await jsm.consumers.update(stream, consumer, { ack_wait: nanos(ms) });
  };
  const isDrained = async () => {
    const { num_pending, num_ack_pending } = await info();
    return num_pending === 0 && num_ack_pending === 0;
  };
  return {
    hurry: () => wait(500),
    calm: () => wait(30_000),
    unanswered: async () => (await info()).num_ack_pending,
    drained: async () => {
      await until(isDrained, { timeoutMs: 60_000, what: 'the observer to answer for everything' });
    },
    deleteStream: async () => {
      await jsm.streams.delete(stream);
    },
    close: () => connection.close(),
  };
}
