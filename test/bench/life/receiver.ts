/** A subscriber that notes when the events of each job arrived. */
import { createServer } from 'node:http';
import { until } from '@svc/devnet';

/** Events of a job from booking to certificate. */
const eventsPerLife = 11;

interface Arrivals {
  /** Event ids: a repeat is not counted. */
  ids: Set<string>;
  /** By `Date.now()`. */
  certificateAt: number;
  lastAt: number;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export async function startReceiver() {
  const arrivals = new Map<string, Arrivals>();
  let events = 0;
  const note = (event: { id: string; type: string; data: { job_id: string } }) => {
    const { job_id } = event.data;
    const known = arrivals.get(job_id) ?? { ids: new Set(), certificateAt: 0, lastAt: 0 };
    arrivals.set(job_id, known);
    if (known.ids.has(event.id)) return;
    known.ids.add(event.id);
    events += 1;
    known.lastAt = Date.now();
    if (event.type === 'certificate.issued') known.certificateAt = known.lastAt;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    note(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(204).end();
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`,
    of: (jobId: string) => arrivals.get(jobId),
    /** Resolves when all events of so many lives have arrived since the start. */
    receives: (lives: number) =>
      until(async () => events >= lives * eventsPerLife, {
        timeoutMs: 300_000,
        everyMs: 5,
        what: `${lives * eventsPerLife} events`,
      }),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
