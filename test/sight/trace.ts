import { bookedJob } from '@svc/contracts';
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { resource } from '../journeys/http.ts';
import { bookingOf, newTenant } from '../journeys/tenants.ts';
import { readLogs } from './figures.ts';
import { receiveWebhooks } from './receivers.ts';
import type { Given } from './sight.ts';

/** Those that take part in a booking, or react to it. */
const processes = ['gateway', 'jobs', 'accounts', 'tracking', 'custody', 'webhooks'];

export function tracing(given: Given): void {
  it('follows a booking by one trace id from its request to the POST of its webhook', async () => {
    const { stage, traces } = given();
    const hook = await receiveWebhooks(() => 204);
    const tenant = await newTenant(stage);
    await tenant.send('POST /webhooks', { body: { url: hook.url, events: ['job.created'] } });
    const traceId = crypto.randomUUID().replaceAll('-', '');
    const clientSpan = traceId.slice(0, 16);
    const answer = await tenant.send('POST /jobs', {
      body: bookingOf(tenant),
      key: crypto.randomUUID(),
      headers: { traceparent: `00-${traceId}-${clientSpan}-00` },
    });
    resource(answer, 201, bookedJob);
    const posted = await until(() => hook.headers[0], { timeoutMs: 60_000, what: 'the webhook' });
    hook.close();
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
