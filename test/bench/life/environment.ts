/** The environment of a life: every service that takes part, a subscriber, drivers with devices. */
import { webhooks } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { publicUrlOf } from '@svc/local/settings';
import { type BenchStack, fetchToken, post, startBenchStack } from '../bench-stack.ts';
import type { Parts } from '../cpu.ts';
import { countStatements } from '../statements.ts';
import type { Crew } from './journey.ts';
import type { Receiver } from './receiver.ts';

const listeners = ['tracking', 'custody', 'partner', 'billing'];

export async function startLifeStack(cleanup: AsyncDisposableStack): Promise<BenchStack> {
  const stack = await startBenchStack(cleanup, { profile: true });
  await countStatements(stack.settings.postgresUrl);
  for (const name of listeners) await stack.processes.start(name);
  await stack.processes.start('webhooks', {
    SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
    SVC_WEBHOOK_HOST_PER_MINUTE: '100000000',
  });
  return stack;
}

export const partsOf = ({ processes, parts }: BenchStack): Parts => ({
  ...parts,
  ...Object.fromEntries([...processes.children].map(([name, child]) => [name, child.pid])),
});

export async function subscribe(stack: BenchStack, { url }: Receiver): Promise<void> {
  const meta = { tenant: stack.demo.tenant_id, actor: 'bench', requestId: 'bench' };
  const clients = createClients({ webhooks }, stack.processes.client.broker, meta);
  await clients.webhooks.create({ url, events: ['*'] });
}

export async function tokenHeaders(
  { settings }: BenchStack,
  client: BenchStack['demo'],
): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await fetchToken(publicUrlOf(settings), client)}` };
}

/** Drivers with a licence, a vehicle and a device each. */
export async function createCrews(
  stack: BenchStack,
  desk: { authorization: string },
  count: number,
): Promise<Crew[]> {
  const create = async (path: string, body: object) => {
    const headers = { ...desk, 'content-type': 'application/json' };
    return post(`${stack.url}${path}`, body, {
      ...headers,
      'idempotency-key': crypto.randomUUID(),
    });
  };
  const crews: Crew[] = [];
  for (let n = 0; n < count; n += 1) {
    const documents = [{ document: 'driving_licence', expires_on: '2099-12-31' }];
    const driver = await create('/ops/drivers', {
      first_name: 'Bench',
      last_name: String(n),
      documents,
    });
    const vehicle = await create('/ops/vehicles', { registration: `BENCH ${n}` });
    const device = await create(`/ops/drivers/${driver.id}/client`, {});
    const client = {
      client_id: String(device.client_id),
      client_secret: String(device.client_secret),
    };
    const token = await fetchToken(publicUrlOf(stack.settings), client);
    crews.push({
      driver_id: String(driver.id),
      vehicle_id: String(vehicle.id),
      headers: { authorization: `Bearer ${token}` },
    });
  }
  return crews;
}
