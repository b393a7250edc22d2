/** Without a receiver of traces the context is carried all the same, and every log line names it. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Stage, startStage } from '../journeys/environment.ts';
import { bookWatched, expectTraceInLogs, traceOfRequest } from './trace.ts';

/** As many as a booking and its webhook need. */
const processes = ['accounts', 'pricing', 'jobs', 'custody', 'webhooks', 'gateway'];

describe.skipIf(inject('natsUrl') === undefined)('an environment that exports no traces', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage({
      topology: 'a process per service',
      processes,
      env: { SVC_TRACES_URL: undefined, SVC_LOG_LEVEL: 'debug' },
    });
  });
  afterAll(() => stage?.stop());

  it('has one trace id in the lines of a booking, from its request to the POST of its webhook', async () => {
    const { jobId, requestId, posted } = await bookWatched(stage);
    const traceId = await traceOfRequest(stage, requestId);
    expect(traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(String(posted.traceparent)).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    await expectTraceInLogs(stage, { jobId, traceId });
  });
});
