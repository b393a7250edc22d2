/** One booking, followed from its request id by its trace: spans, and the log lines of every process. */
import { bookedJob } from '@svc/contracts';
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import type { Stage } from '../journeys/environment.ts';
import { resource } from '../journeys/http.ts';
import { bookingOf, newTenant } from '../journeys/tenants.ts';
import { readLogs } from './figures.ts';
import { type ReceivedSpan, receiveWebhooks } from './receivers.ts';
import type { Given } from './sight.ts';

/** Those that take part in a booking, or react to it. */
const processes = ['gateway', 'jobs', 'accounts', 'tracking', 'custody', 'webhooks'];

/** As a client of the API sees it, with a subscriber; answers what its support would be told. */
export async function bookWatched(stage: Stage, headers: Record<string, string> = {}) {
  const hook = await receiveWebhooks(() => 204);
  const tenant = await newTenant(stage);
  await tenant.send('POST /webhooks', { body: { url: hook.url, events: ['job.created'] } });
  const booking = { body: bookingOf(tenant), key: crypto.randomUUID(), headers };
  const answer = await tenant.send('POST /jobs', booking);
  const { id: jobId } = resource(answer, 201, bookedJob);
  const requestId = answer.headers.get('x-request-id') ?? '';
  const posted = await until(() => hook.headers[0], { timeoutMs: 60_000, what: 'the webhook' });
  hook.close();
  return { jobId, requestId, posted };
}

/** The trace id in the gateway's line of a request. */
export const traceOfRequest = (stage: Stage, requestId: string): Promise<string> =>
  until(
    async () => {
      const lines = (await readLogs(stage.logs)).get('gateway') ?? [];
      return lines.find(({ request_id, msg }) => request_id === requestId && msg === 'request')
        ?.trace_id;
    },
    { timeoutMs: 30_000, what: `the line of ${requestId}` },
  );

/** Every line about the job, or its event, that these processes wrote is of this trace. */
export async function expectTraceInLogs(
  stage: Stage,
  { jobId, traceId }: { jobId: string; traceId: string },
): Promise<void> {
  const about = async (process: string, message: string) => {
    const lines = (await readLogs(stage.logs)).get(process) ?? [];
    const events = new Set(lines.flatMap((each) => (each.job_id === jobId ? each.event_id : [])));
    const found = lines.filter((each) => each.msg === message && events.has(each.event_id));
    return found.length > 0 ? found : undefined;
  };
  for (const [process, message] of [
    ['custody', 'event handled'],
    ['webhooks', 'event handled'],
    ['webhooks', 'attempt made'],
  ] as const) {
    const lines = await until(() => about(process, message), {
      timeoutMs: 30_000,
      what: `"${message}" of ${process}`,
    });
    expect([process, ...new Set(lines.map(({ trace_id }) => trace_id))]).toEqual([
      process,
      traceId,
    ]);
  }
}

export function tracing(given: Given): void {
  it('follows a booking by its request id and one trace to the POST of its webhook', async () => {
    const { stage, traces } = given();
    const sent = crypto.randomUUID().replaceAll('-', '');
    const clientSpan = sent.slice(0, 16);
    const { jobId, requestId, posted } = await bookWatched(stage, {
      traceparent: `00-${sent}-${clientSpan}-00`,
    });
    const traceId = await traceOfRequest(stage, requestId);
    expect(traceId).toBe(sent);
    expect(String(posted.traceparent)).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));

    const ofTrace = () => traces.spans.filter((span) => span.traceId === traceId);
    const sentBy = () => new Set(ofTrace().map(({ process }) => process));
    await until(() => processes.every((name) => sentBy().has(name)), {
      timeoutMs: 60_000,
      what: 'spans of all processes',
    });
    await until(() => ofTrace().some(({ name }) => name === 'webhook attempt'), {
      timeoutMs: 60_000,
      what: 'the span of the POST',
    });
    const spans = ofTrace();
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST /v1/jobs', 'jobs.book', 'publish job.created']),
    );
    const known = new Set([clientSpan, ...spans.map(({ spanId }) => spanId)]);
    const lost = spans.filter(({ parentSpanId }) => !known.has(parentSpanId ?? ''));
    expect(lost, 'each span has its parent in the trace').toEqual([]);
    const attempt = spans.find(({ spanId }) => posted.traceparent?.includes(spanId));
    expect(attempt).toMatchObject({ name: 'webhook attempt', process: 'webhooks' });
    for (const process of sentBy()) {
      const path = pathTo(spans, (span) => span.process === process);
      expect(path.at(-1), `${process} is reached from the request`).toBe('POST /v1/jobs');
    }
    await expectTraceInLogs(stage, { jobId, traceId });
  });

  it('names the trace in every log line of a request', async () => {
    const { stage } = given();
    const logs = await readLogs(stage.logs);
    const ofRequests = [...logs.values()].flat().filter(({ request_id }) => request_id);
    expect(ofRequests.length).toBeGreaterThan(0);
    const isTraced = ({ trace_id }: { trace_id?: string | undefined }) =>
      /^[0-9a-f]{32}$/.test(trace_id ?? '');
    expect(ofRequests.filter((each) => !isTraced(each))).toEqual([]);
  });
}

/** Names of the spans from one that fits up to the root. */
function pathTo(spans: readonly ReceivedSpan[], fits: (span: ReceivedSpan) => boolean): string[] {
  const path: string[] = [];
  let span = spans.find(fits);
  while (span) {
    path.push(span.name);
    const parent: string | undefined = span.parentSpanId;
    span = spans.find(({ spanId }) => spanId === parent);
  }
  return path;
}
