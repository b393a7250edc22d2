/**
 * Moleculer's NATS transporter, with the messages of one turn of the event loop in one write.
 *
 * The client writes at the end of each callback: a gateway wrote once per request, since each comes
 * in by a callback of its own socket, and woke NATS and the service as often. A turn handles all
 * sockets that are readable; what they lead to is sent right after them, so nothing waits for more.
 */
import { Transporters } from 'moleculer';

interface Gathered {
  topic: string;
  data: Buffer;
  sent: () => void;
  failed: (error: unknown) => void;
}

/** Larger ones save little, and one that NATS does not take must throw where it is sent. */
const gatheredBytesMax = 16_384;

export class GatheredNats extends Transporters.NATS {
  private gathered: Gathered[] = [];

  override send(topic: string, data: Buffer): Promise<void> {
    if (data.length > gatheredBytesMax) return super.send(topic, data);
    if (this.gathered.length === 0) setImmediate(() => this.sendGathered());
    return new Promise((sent, failed) => {
      this.gathered.push({ topic, data, sent, failed });
    });
  }

  private sendGathered(): void {
    const messages = this.gathered;
    this.gathered = [];
    for (const { topic, data, sent, failed } of messages) {
      try {
        // Its promise is resolved; a message that cannot be sent throws.
        super.send(topic, data);
        sent();
      } catch (error) {
        failed(error);
      }
    }
  }
}
