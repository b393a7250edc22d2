/** A stream on a nats-server, read and damaged from outside. */
import { setTimeout as pause } from 'node:timers/promises';
import { JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';

/** JSStreamNotFoundErr of nats-server. */
const streamNotFound = 10_059;

export interface Snapshot {
  config: unknown;
  state: unknown;
  chunks: Uint8Array[];
}

export interface StreamAccess {
  /** Ids of the events that the stream holds, by the number of their message. */
  eventIds(): Promise<Map<number, string>>;
  publish(type: string, payload: string): Promise<void>;
  deleteMessages(numbers: readonly number[]): Promise<void>;
  purge(): Promise<void>;
  limit(limits: { max_msgs?: number; max_bytes?: number }): Promise<void>;
  remove(): Promise<void>;
  /** How often messages were stored, also those that are gone. */
  lastSequence(): Promise<number>;
  snapshot(): Promise<Snapshot>;
  /** In place of the stream that is there. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Of the connection to its server. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

export async function accessStream(url: string, name: string): Promise<StreamAccess> {
  const connection = await connect({
    servers: url,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
  });
  const jsm = await jetstreamManager(connection);
  const remove = async () => {
    await jsm.streams.delete(name);
  };
  /** None of a stream that is gone and not created again yet. */
  const messageCount = async () => {
    try {
      return (await jsm.streams.info(name)).state.messages;
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === streamNotFound) return 0;
      throw error;
    }
  };
  return {
    eventIds: async () => {
      const ids = new Map<number, string>();
      const messages = await messageCount();
      if (messages === 0) return ids;
      const consumer = await jetstream(connection).consumers.get(name, {});
      for await (const message of await consumer.fetch({ max_messages: messages })) {
        ids.set(message.seq, message.json<{ id: string }>().id);
      }
      await consumer.delete();
      return ids;
    },
    publish: async (type, payload) => {
      const { config } = await jsm.streams.info(name);
      const subject = config.subjects[0]?.replace('>', type) ?? '';
      await jetstream(connection).publish(subject, payload);
    },
    deleteMessages: async (numbers) => {
      for (const number of numbers) await jsm.streams.deleteMessage(name, number);
    },
    purge: async () => {
      await jsm.streams.purge(name);
    },
    limit: async (limits) => {
      await jsm.streams.update(name, limits);
    },
    remove,
    lastSequence: async () => (await jsm.streams.info(name)).state.last_seq,
    snapshot: () => takeSnapshot(connection, name),
    restore: async (snapshot) => {
      await remove();
      await restoreSnapshot(connection, name, snapshot);
    },
    isReachable: async () => {
      const answered = connection.flush().then(
        () => true,
        () => false,
      );
      return Promise.race([answered, pause(200, false)]);
    },
    close: () => connection.close(),
  };
}

async function takeSnapshot(connection: NatsConnection, name: string): Promise<Snapshot> {
  const deliver = connection.subscribe(`snapshot.${crypto.randomUUID()}`);
  const request = { deliver_subject: deliver.getSubject(), no_consumers: true };
  const answer = await connection.request(
    `$JS.API.STREAM.SNAPSHOT.${name}`,
    JSON.stringify(request),
  );
  const { config, state } = answer.json<Pick<Snapshot, 'config' | 'state'>>();
  const chunks: Uint8Array[] = [];
  for await (const chunk of deliver) {
    // Empty at the end.
    if (chunk.data.length === 0) break;
    chunks.push(chunk.data);
    chunk.respond();
  }
  return { config, state, chunks };
}

async function restoreSnapshot(connection: NatsConnection, name: string, snapshot: Snapshot) {
  const { chunks, ...parts } = snapshot;
  const answer = await connection.request(`$JS.API.STREAM.RESTORE.${name}`, JSON.stringify(parts));
  const { deliver_subject } = answer.json<{ deliver_subject: string }>();
  for (const chunk of [...chunks, new Uint8Array()]) {
    await connection.request(deliver_subject, chunk, { timeout: 5_000 });
  }
}
