/** Alarms where every service is a process of its own, with its own rights on NATS. */
import { bookedJob, carrierScopes } from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClient } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { type AlarmStream, followAlarms } from './alarm-stream.ts';
import { canRun, type Stage } from './environment.ts';
import { resource } from './http.ts';
import { bookingOf, newTenant, type Tenant } from './tenants.ts';
import { shared } from './worker-stages.ts';

describe.skipIf(!canRun('a process per service'))('gateways in processes of their own', () => {
  let stage: Stage;
  let customer: Tenant;
  let carrier: Tenant;
  let streams: AlarmStream[];
  shared.beforeAll(async ({ gateways }) => {
    stage = gateways.stage;
    customer = await newTenant(stage);
    carrier = await newTenant(stage, { scopes: carrierScopes });
    streams = gateways.baseUrls.map(follow);
  });

  const follow = (baseUrl: string): AlarmStream => {
    const { clientId, clientSecret } = carrier;
    const authUrl = stage.publicUrl;
    return followAlarms(createClient({ baseUrl, authUrl, clientId, clientSecret }));
  };

  it('send every desk the same changes', async () => {
    const all = (what: string, isThere: (stream: AlarmStream) => boolean) =>
      until(() => streams.every(isThere), { timeoutMs: 60_000, what });
    await all('the streams', ({ received }) => received.length > 0);
    const job_id = await book();
    const incident = { category: 'delay', severity: 'low', description: 'Road closed' };
    await carrier.send('POST /ops/incidents', { body: { job_id, ...incident } });
    await all('the alarm', ({ received }) => received.length === 2);
    const [first, second] = streams;
    if (!first || !second) throw new Error('two streams');
    expect(first.received[1]).toEqual(second.received[1]);
    const id = first.received[1]?.alarm ?? '';
    await carrier.send(`POST /ops/events/${id}/acknowledge`, { body: { by: 'Lerato M' } });
    await all('the acknowledgement', ({ received }) => received.length === 3);
    expect(first.received[2]).toEqual(second.received[2]);
    expect(first.received[2]).toMatchObject({ alarm: id, status: 'acknowledged' });
    await Promise.all(streams.map((stream) => stream.cut()));
  });

  async function book(): Promise<string> {
    const request = { key: crypto.randomUUID(), body: bookingOf(customer) };
    return resource(await customer.send('POST /jobs', request), 201, bookedJob).id;
  }
});
