/** The main journey through the image: token, quote, booking, milestones, proof, webhook, operator. */
import { tenantScopes, webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import { docker } from '@svc/image/docker';
import { verify } from '@svc/webhook-verify';
import { beforeAll, describe, expect, it } from 'vitest';
import { bookingJourneys } from '../journeys/booking.ts';
import { createSend, jsonOf, resource } from '../journeys/http.ts';
import { conformance, fetchDocument } from '../journeys/openapi.ts';
import { proofJourneys } from '../journeys/proof.ts';
import { bookingOf, newTenant } from '../journeys/tenants.ts';
import type { World } from '../journeys/world.ts';
import type { ContainerStage } from './stage.ts';

export function mainJourney(given: () => ContainerStage): void {
  describe('the live API from the image', () => {
    let world: World;
    beforeAll(async () => {
      const stage = given();
      const observe = conformance(await fetchDocument(stage.publicUrl));
      world = {
        stage,
        observe,
        tenant: () => newTenant(stage, { observe }),
        as: (headers) => createSend(stage.baseUrl, headers, observe),
        stop: async () => undefined,
      };
    });
    bookingJourneys(() => world);
    proofJourneys(() => world);
  });

  it('a subscriber at a public address gets a signed event over TLS', async () => {
    const { receiver, ...stage } = given();
    const tenant = await newTenant(stage, { scopes: tenantScopes });
    const body = { url: receiver.url, events: ['job.created'] };
    const answer = await tenant.send('POST /webhooks', { body, key: 'subscribe' });
    const { secret } = resource(answer, 201, webhooks.actions.create.output);
    const { id } = jsonOf(await tenant.send('POST /jobs', { body: bookingOf(tenant), key: 'a' }));
    const delivery = await until(() => receiver.deliveries.find(({ jobId }) => jobId === id), {
      timeoutMs: 30_000,
      what: 'the event of a booking',
    });
    expect(verify(delivery.body, delivery.headers, [secret])).toMatchObject({ ok: true });
  });

  it('an operator calls an action from a container of its own', async () => {
    const { fleet } = given();
    const call = ['call', 'accounts.createTenant', '{"name":"Acme Labs"}'];
    const printed = await fleet.run('operator', ...call);
    expect(JSON.parse(printed)).toEqual({ ok: { id: expect.any(String), name: 'Acme Labs' } });
  });

  it('every container is healthy by its own check, without root or a writable image', async () => {
    const { fleet } = given();
    for (const role of fleet.roles) {
      const id = fleet.containerOf(role).getId();
      const health = () => docker(['inspect', '--format', '{{.State.Health.Status}}', id]);
      await until(async () => (await health()) === 'healthy', {
        timeoutMs: 240_000,
        everyMs: 1_000,
        what: `${role} to be healthy`,
      });
      const written = fleet.exec(role, 'sh', '-c', 'id -u; touch /app/x 2>&1 || true');
      expect(await written, role).toMatch(/^1000\n.*Read-only file system/);
    }
  });
}
