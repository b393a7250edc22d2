/** Server-sent events (HTML standard, section 9.2): what the streams of all processes have in common. */
import type { PassThrough } from 'node:stream';

/** One open stream. */
export interface Viewer {
  send(message: string): void;
  end(): void;
  /** Bytes that are not sent yet. */
  backlog(): number;
}

export const heartbeat = { everyMs: 15_000, comment: ': still here\n\n' };

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Turns off response buffering in nginx.
  'x-accel-buffering': 'no',
  'x-robots-tag': 'noindex, nofollow',
};

/** Backpressure limit: a stream with more unsent bytes is destroyed, and its client reconnects. */
export const viewerOn = (stream: PassThrough, backlogBytesMax: number): Viewer => ({
  send: (message) => {
    if (stream.writableEnded || stream.destroyed) return;
    stream.write(message);
    if (stream.writableLength > backlogBytesMax) stream.destroy();
  },
  end: () => stream.end(),
  backlog: () => stream.writableLength,
});
