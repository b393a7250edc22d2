/**
 * A receiver in a process of its own. Answers 204 at once; in trouble, `/dead` never answers and
 * `/slow` answers after five seconds. Tells what came when it is asked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Report {
  /** Requests, by the first part of their path. */
  counts: Record<string, number>;
  /** From the event's `created_at` to its arrival, for every path but `/dead` and `/slow`. */
  delaysMs: number[];
}

const slowMs = 5_000;
const marked = '"created_at":"';
let report: Report = { counts: {}, delaysMs: [] };
let trouble = false;
let timed = false;
/** Open requests of `/dead`; let go when the trouble ends. */
let hung: ServerResponse[] = [];

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  note(request, chunks);
  answer(request, response);
});

function note({ url = '' }: IncomingMessage, chunks: readonly Buffer[]): void {
  const [, lane = ''] = url.split('/');
  report.counts[lane] = (report.counts[lane] ?? 0) + 1;
  if (!timed || lane === 'dead' || lane === 'slow') return;
  const body = Buffer.concat(chunks).toString('latin1');
  const at = body.indexOf(marked) + marked.length;
  report.delaysMs.push(Date.now() - Date.parse(body.slice(at, at + 24)));
}

function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  if (trouble && url.startsWith('/dead')) {
    hung.push(response);
    return;
  }
  const pauseMs = trouble && url.startsWith('/slow') ? slowMs : 0;
  if (pauseMs === 0) response.writeHead(204).end();
  else setTimeout(() => response.writeHead(204).end(), pauseMs);
}

/** `reset`, with what to do from now on, or `report`. */
export type Order = { order: 'reset'; trouble: boolean; timed: boolean } | { order: 'report' };

process.on('message', (message: Order) => {
  if (message.order === 'reset') {
    report = { counts: {}, delaysMs: [] };
    ({ trouble, timed } = message);
    for (const response of hung) response.destroy();
    hung = [];
  }
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address ? address.port : 0);
});
