import { createClient, ProblemError, TokenError } from '@svc/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../journeys/environment.ts';
import { bookingOf, newTenant, type Tenant } from '../journeys/tenants.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

const bookings = 1_000;
const atOnce = 20;

describe('the client before a server that fails', () => {
  let stage: Stage;
  let tenant: Tenant;
  let proxy: FaultProxy;
  const clientOf = (retryDelayMs = 20) => {
    const { clientId, clientSecret } = tenant;
    const baseUrl = `${proxy.url}/v1`;
    return createClient({ baseUrl, clientId, clientSecret, retryDelayMs, retries: 12 });
  };
  beforeAll(async () => {
    stage = await startStage({ without: ['webhooks'] });
    tenant = await newTenant(stage);
    proxy = await startFaultProxy(stage.publicUrl, { probability: 0.3, seed: 7 });
  });
  afterAll(async () => {
    await proxy.stop();
    await stage.stop();
  });

  it('books each of a thousand jobs exactly once, and loses none', async () => {
    const svc = clientOf();
    const references = Array.from({ length: bookings }, (_, i) => `PO-${i}`);
    const booked: { id: string; reference: string }[] = [];
    const waiting = references.values();
    const book = async () => {
      for (const reference of waiting) {
        booked.push(await svc.bookJob({ body: { ...bookingOf(tenant), reference } }));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, book));
    expect(booked.map(({ reference }) => reference).toSorted()).toEqual(references.toSorted());
    const { rows } = await stage.owner.query(
      'select id, reference from jobs.job where tenant_id = $1',
      [tenant.id],
    );
    expect(rows).toHaveLength(bookings);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(booked.map(({ id }) => id)));
    expect([...proxy.injected.keys()].toSorted()).toEqual([
      'half an answer',
      'late',
      'rate_limited',
      'reset after',
      'reset before',
      'unavailable',
    ]);
    for (const count of proxy.injected.values()) expect(count).toBeGreaterThan(20);
  });

  it('tells a refusal as a typed problem with the request id, and does not repeat it', async () => {
    const { pickup: pickup_site_id, dropoff: dropoff_site_id } = tenant;
    const body = { quote_id: 'q_absent', pickup_site_id, dropoff_site_id };
    const refused = await clientOf()
      .bookJob({ body })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProblemError);
    if (!(refused instanceof ProblemError)) return;
    expect(refused.code).toBe('quote_not_found');
    expect(refused.requestId).toMatch(/\w{8,}/);
    expect(refused.message).toContain(refused.requestId);
  });

  it('tells wrong credentials, and gives up when its caller does', async () => {
    const baseUrl = `${stage.publicUrl}/v1`;
    const stranger = createClient({ baseUrl, clientId: 'cli_absent', clientSecret: 'absent' });
    await expect(stranger.listJobs()).rejects.toBeInstanceOf(TokenError);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(clientOf().listJobs({}, { signal })).rejects.toThrow('enough');
  });
});
