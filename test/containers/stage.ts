/** A live environment in containers, as the journeys know one, with a subscriber beside it. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Authority, freePort, startOpenIdProvider } from '@svc/devnet';
import { root } from '@svc/image/build';
import { startHost } from '@svc/kit/host';
import { seedEnvironment } from '@svc/local/seed';
import { deskUrl } from '@svc/local/settings';
import { demonstrationPeople } from '@svc/local/sign-in';
import pg from 'pg';
import { z } from 'zod';
import type { Stage } from '../journeys/environment.ts';
import { startBalancer } from '../rolling/balancer.ts';
import { startReceiver } from '../rolling/receiver.ts';
import { settled } from '../rolling/watched-stage.ts';
import { hostAddress, startFleet } from './fleet.ts';

const images = z.object({
  SVC_IMAGE: z.string(),
  SVC_POSTGRES_IMAGE: z.string(),
  SVC_NATS_IMAGE: z.string(),
});
const authorityMount = '/run/receiver/authority.pem';

/** What no test is about; a balancer needs a moment to notice that a gateway stops. */
const tuning = {
  SVC_LIVE_LIMIT: '1000000',
  SVC_ANONYMOUS_LIMIT: '1000000',
  SVC_WEBHOOK_HOST_PER_MINUTE: '1000000',
  SVC_DRAIN_MS: '1500',
  NODE_EXTRA_CA_CERTS: authorityMount,
};

export type ContainerStage = Awaited<ReturnType<typeof startContainers>>;

export async function startContainers() {
  const dir = await mkdtemp(join(tmpdir(), 'svc-containers-'));
  const logs = join(root, '.svc', 'containers', 'logs');
  await rm(logs, { recursive: true, force: true });
  await mkdir(logs, { recursive: true });
  const secret = randomBytes(32).toString('hex');
  const [httpPort, deskPort] = [await freePort(), await freePort()];
  const [postgresPort, natsPort] = [await freePort(), await freePort()];
  const publicUrl = `http://127.0.0.1:${httpPort}`;
  const desk = { url: deskUrl({ httpPort: deskPort }) };
  const receiver = await startReceiver(hostAddress, dir);
  const provider = await startProvider(desk.url, receiver.authority);
  const balancers = {
    gateway: await startBalancer(httpPort),
    desk: await startBalancer(deskPort),
  };
  const fleet = await startFleet({
    images: images.parse(process.env),
    environment: tuning,
    mounts: { [authorityMount]: receiver.authorityFile },
    ...{ secret, publicUrl, balancers, logs, postgresPort, natsPort },
    desk: { ...provider, ...desk },
  });
  const postgresUrl = `postgres://postgres:${secret}@127.0.0.1:${postgresPort}/postgres`;
  const natsUrl = `nats://127.0.0.1:${natsPort}`;
  await Promise.all([fleet.startPostgres(), fleet.startNats()]);
  await fleet.startRoles();
  const client = await startHost({
    name: 'client',
    services: [],
    env: { SVC_NATS_URL: natsUrl, SVC_SECRET: secret, SVC_LOG_LEVEL: 'silent' },
  });
  await seedEnvironment(client.broker, 'live');
  const owner = new pg.Pool({ connectionString: postgresUrl, max: 4 });
  // Postgres is restarted under it.
  owner.on('error', () => undefined);
  const absent = () => Promise.reject(new Error('not in containers'));
  const stage: Stage = {
    settings: { environment: 'live', postgresUrl, natsUrl, secret, httpPort },
    publicUrl,
    baseUrl: `${publicUrl}/v1`,
    transport: client.broker,
    owner,
    logs,
    start: absent,
    runSchedule: absent,
    nats: undefined,
    kill: fleet.kill,
    stop: async () => {
      await client.stop();
      await owner.end();
      await fleet.stop();
      await Promise.all([balancers.gateway.stop(), balancers.desk.stop()]);
      await Promise.all([provider.stop(), receiver.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
  return { ...stage, fleet, deskUrl: desk.url, receiver, settled: () => settled(stage, receiver) };
}

/** Where the demonstration people sign in; its certificate is trusted by containers and this process. */
async function startProvider(url: string, authority: Authority) {
  setDefaultCACertificates([...getCACertificates('default'), authority.certificate]);
  return startOpenIdProvider({
    redirectUris: [`${url}/sign-in/callback`],
    people: demonstrationPeople,
    tls: { ...(await authority.issue(hostAddress)), host: hostAddress },
  });
}
