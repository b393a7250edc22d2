/**
 * Moleculer's NATS transporter over a connection of ours (docs/architecture/requests.md).
 *
 * - The messages of one turn of the event loop go in one write. The client writes at the end of
 *   each callback: a gateway wrote once per request, since each comes in by a callback of its own
 *   socket, and woke NATS and the service as often. A turn handles all sockets that are readable;
 *   what they lead to is sent right after them, without a delay.
 * - Only requests and replies are read. Discovery packets could end a process: an INFO under its
 *   own id is a conflict of nodes to moleculer, which exits.
 * - The action of a request is that of its subject, which NATS has checked; moleculer would run the
 *   action that the packet names.
 * - A request without a listener fails immediately: NATS sends "no responders" to its reply
 *   subject.
 */
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { Errors, Transporters } from 'moleculer';
import { z } from 'zod';
import { natsNames } from './nats-subjects.ts';

interface Message {
  topic: string;
  data: Buffer;
  /** Reply subject of a request. */
  reply: string | undefined;
}

interface Gathered extends Message {
  sent: () => void;
  failed: (error: unknown) => void;
}

/** Larger ones save little, and one that NATS does not take must throw where it is sent. */
const gatheredBytesMax = 16_384;

/** A line break in a node's id would be a NATS command under the rights of the replying role. */
const nodeId = /^[\w-]+(\.[\w-]+)*$/;
const requestSchema = z.object({
  action: z.string(),
  sender: z.string().regex(nodeId),
  // Requests are single packets; chunks of a stream would be kept until the last one comes.
  stream: z.literal(false).optional(),
  seq: z.undefined().optional(),
});

export interface CallsTransport {
  connection: NatsConnection;
  role: string;
  /** Whether requests for this process' description are read, from the version before. */
  announces: boolean;
}

export class GatheredNats extends Transporters.NATS {
  private gathered: Gathered[] = [];
  private readonly calls: CallsTransport;

  constructor(calls: CallsTransport) {
    super({});
    this.calls = calls;
  }

  override connect(): Promise<void> {
    const { connection } = this.calls;
    this.client = connection;
    const callback = (_error: Error | null, message: Msg) => this.receiveStatus(message);
    connection.subscribe(`${this.replyPrefix()}.*`, { callback });
    return this.onConnected();
  }

  /** The connection is closed by who opened it. */
  override async disconnect(): Promise<void> {
    await this.calls.connection.flush();
  }

  override makeSubscriptions(topics: Record<string, unknown>[]): Promise<void> {
    const read = this.calls.announces ? ['RES', 'DISCOVER'] : ['RES'];
    return super.makeSubscriptions(topics.filter(({ cmd }) => read.includes(String(cmd))));
  }

  override async subscribeBalancedRequest(action: string): Promise<void> {
    const subscription = this.calls.connection.subscribe(`${this.prefix}.REQB.${action}`, {
      queue: action,
      callback: (_error, { data }) => this.receiveRequest(action, Buffer.from(data)),
    });
    this.subscriptions.push(subscription);
  }

  private receiveRequest(action: string, data: Buffer): void {
    try {
      const packet = this.deserialize('REQ', data);
      const { data: request } = requestSchema.safeParse(packet.payload);
      if (request?.action === action) void this.transit.messageHandler('REQ', packet);
    } catch {
      // Not JSON: an exception here would end the connection.
    }
  }

  /** Status of a message that this role sent with a reply subject. */
  private receiveStatus({ subject, headers }: Msg): void {
    if (headers?.code !== 503) return;
    const id = subject.slice(this.replyPrefix().length + 1);
    const request = this.transit.pendingRequests.get(id);
    if (!request) return;
    this.transit.removePendingRequest(id);
    request.reject(new Errors.ServiceNotAvailableError({ action: request.action }));
  }

  private replyPrefix(): string {
    return `${natsNames.inbox(this.calls.role)}.${this.nodeID.replaceAll('.', '-')}`;
  }

  override send(topic: string, data: Buffer, sent: { packet?: unknown } = {}): Promise<void> {
    const message = { topic, data, reply: this.replyOf(sent.packet) };
    if (data.length > gatheredBytesMax) {
      this.publishNow(message);
      return Promise.resolve();
    }
    if (this.gathered.length === 0) setImmediate(() => this.sendGathered());
    return new Promise((done, failed) => {
      this.gathered.push({ ...message, sent: done, failed });
    });
  }

  private replyOf(packet: unknown): string | undefined {
    const { success, data } = sentRequest.safeParse(packet);
    return success ? `${this.replyPrefix()}.${data.payload.id}` : undefined;
  }

  private publishNow({ topic, data, reply }: Message): void {
    this.calls.connection.publish(topic, data, reply === undefined ? {} : { reply });
  }

  private sendGathered(): void {
    const messages = this.gathered;
    this.gathered = [];
    for (const { sent, failed, ...message } of messages) {
      try {
        this.publishNow(message);
        sent();
      } catch (error) {
        failed(error);
      }
    }
  }
}

const sentRequest = z.object({ type: z.literal('REQ'), payload: z.object({ id: z.string() }) });
