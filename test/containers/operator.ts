/** `ops` through the image's entry, in the container `operator` of compose.yaml. */
import { serviceNames } from '@svc/local/services';
import { expect, it } from 'vitest';
import { newTenant } from '../journeys/tenants.ts';
import { roles } from './roles.ts';
import type { ContainerStage } from './stage.ts';

export function operator(given: () => ContainerStage): void {
  /** Rejects where the command does not end with 0. */
  const ops = async (...args: string[]) =>
    JSON.parse(await given().fleet.run('operator', 'ops', '--json', ...args));

  it('ops shows every role as ready', async () => {
    const status = await ops('status');
    const seen = status.roles.map(
      ({ role, ready, processes }: { role: string; ready: boolean; processes: unknown[] }) =>
        `${role} ${ready} ${processes.length}`,
    );
    expect(seen.toSorted()).toEqual(roles.map((role) => `${role} true 1`).toSorted());
  });

  it('ops lists a dead letter and handles it again', async () => {
    const { owner } = given();
    const tenant = await newTenant(given());
    const letter = {
      ...{ id: 'evt_planted', type: 'sandbox.expired', tenant_id: tenant.id, job_id: null },
      ...{ sequence: 0, created_at: new Date().toISOString(), internals: {} },
      data: { tenant_id: `ten_${tenant.id.slice(-6)}gone` },
    };
    await owner.query(
      `insert into jobs.dead_letter (consumer, event_id, envelope, deliveries, created_at)
       values ('jobs-accounts', $1, $2, 9, now())`,
      [letter.id, JSON.stringify(letter)],
    );
    const { dead_letters } = await ops('dead-letters');
    expect(dead_letters).toMatchObject([{ service: 'jobs', event_id: letter.id }]);
    const { results } = await ops('redrive', 'jobs', letter.id);
    expect(results).toMatchObject([{ event_id: letter.id, error: null }]);
    expect((await ops('dead-letters')).dead_letters).toEqual([]);
  });

  it('ops lists tasks, and makes a tenant with a client that is revoked', async () => {
    const { services } = await ops('tasks');
    expect(services).toHaveLength(serviceNames.length);
    const { id } = await ops('tenants', 'create', 'Containers Lab');
    const client = await ops('keys', 'create-client', id, 'LIS', '--scope', 'jobs:read');
    await ops('keys', 'revoke', id, client.client_id);
    const { credentials } = await ops('keys', 'list', id);
    expect(credentials).toMatchObject([{ revoked_at: expect.any(String) }]);
  });
}
