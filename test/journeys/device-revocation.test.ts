/** A lost device, where every service and two gateways are processes of their own, joined by NATS. */
import { carrierScopes } from '@svc/contracts';
import { until } from '@svc/devnet';
import { describe, expect, it } from 'vitest';
import { enrolDevice } from './courier-device.ts';
import { deskOf, newCrew } from './desk.ts';
import { canRun, type Stage } from './environment.ts';
import { createSend } from './http.ts';
import { newTenant, type Tenant } from './tenants.ts';
import { shared } from './worker-stages.ts';

/**
 * From the answer that says that the device is revoked. A gateway believes a list of 4 s and waits 0.75 s for a
 * newer one: 4.75 s, and a slow machine needs time for the requests. Unlisted, the token is good for 15 minutes.
 */
const deadlineMs = 8_000;

describe.skipIf(!canRun('a process per service'))('a device that is revoked', () => {
  let stage: Stage;
  let carrier: Tenant;
  let baseUrls: readonly string[];
  shared.beforeAll(async ({ gateways }) => {
    ({ stage, baseUrls } = gateways);
    carrier = await newTenant(stage, { scopes: carrierScopes });
  });

  /** Requests its run at each gateway with one token, which is open. */
  async function openDevice() {
    const { driver_id } = await newCrew(deskOf(stage, carrier.id));
    const device = await enrolDevice({ ...stage, send: carrier.send }, driver_id);
    const credential = await device.credential();
    const sends = baseUrls.map((baseUrl) => createSend(baseUrl, credential));
    const statuses = () =>
      Promise.all(sends.map(async (send) => (await send('GET /courier/run')).status));
    expect(await statuses()).toEqual([200, 200]);
    return { id: device.id, statuses };
  }

  const untilRefused = async (statuses: () => Promise<number[]>): Promise<number> => {
    const startedMs = performance.now();
    const isRefused = async () => (await statuses()).every((status) => status === 401);
    await until(isRefused, { timeoutMs: deadlineMs, what: 'all gateways to refuse the token' });
    return performance.now() - startedMs;
  };

  it('gets 401 for an open token from every gateway', async () => {
    const { id, statuses } = await openDevice();
    expect((await carrier.send(`DELETE /ops/courier-devices/${id}`)).status).toBe(200);
    expect(await untilRefused(statuses)).toBeLessThan(deadlineMs);
  });

  it('gets it where the hint was lost', async () => {
    const { id, statuses } = await openDevice();
    // As the service does it, without the hint.
    await stage.owner.query('update accounts.courier_device set revoked_at = now() where id = $1', [
      id,
    ]);
    expect(await untilRefused(statuses)).toBeLessThan(deadlineMs);
  });
});
