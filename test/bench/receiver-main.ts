/**
 * A subscriber in a process of its own. It answers 204 immediately; in trouble, `/dead` never answers
 * and `/slow` answers after five seconds. A repeat of an event to the same path is not counted.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Arrival {
  lane: string;
  type: string;
  jobId: string;
  /** By the event, `Date.now()`. */
  createdAt: number;
  at: number;
}

export interface Report {
  /** Requests, by the first part of their path. */
  counts: Record<string, number>;
  /** Empty unless they are noted. */
  arrivals: Arrival[];
}

/** What to do from now on, forgetting what came; `counts`, or `report` with the arrivals. */
export type Order = { trouble: boolean; noted: boolean } | 'counts' | 'report';

const slowMs = 5_000;
let report: Report = { counts: {}, arrivals: [] };
let seen = new Set<string>();
let mode = { trouble: false, noted: false };
/** Open requests of `/dead`; let go when the trouble ends. */
const hung: ServerResponse[] = [];

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  note(request, chunks);
  answer(request, response);
});

function note({ url = '', headers }: IncomingMessage, chunks: readonly Buffer[]): void {
  const id = headers['webhook-id'];
  if (id !== undefined) {
    const key = `${url} ${id}`;
    if (seen.has(key)) return;
    seen.add(key);
  }
  const [, lane = ''] = url.split('/');
  report.counts[lane] = (report.counts[lane] ?? 0) + 1;
  if (!mode.noted) return;
  const { type, created_at, job_id } = JSON.parse(Buffer.concat(chunks).toString());
  const createdAt = Date.parse(created_at);
  report.arrivals.push({ lane, type, jobId: job_id, createdAt, at: Date.now() });
}

function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const end = () => response.writeHead(204).end();
  if (mode.trouble && url.startsWith('/dead')) hung.push(response);
  else if (mode.trouble && url.startsWith('/slow')) setTimeout(end, slowMs);
  else end();
}

process.on('message', (order: Order) => {
  if (typeof order === 'object') {
    report = { counts: {}, arrivals: [] };
    seen = new Set();
    mode = order;
    for (const response of hung.splice(0)) response.destroy();
  }
  process.send?.(order === 'report' ? report : { ...report, arrivals: [] });
});
process.on('disconnect', () => process.exit(0));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address ? address.port : 0);
});
