/** A live environment in containers, as the journeys know one, with a subscriber beside it. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Authority, freePort, startOpenIdProvider } from '@svc/devnet';
import { root } from '@svc/image/build';
import { startHost } from '@svc/kit/host';
import { operatorRole } from '@svc/kit/nats-subjects';
import { secretStore } from '@svc/local/secret-store';
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
  SVC_RCLONE_IMAGE: z.string(),
});
const authorityMount = '/run/receiver/authority.pem';

/** Limits that no test is about; a balancer needs a moment to notice that a gateway stops. */
const tuning = {
  SVC_LIVE_LIMIT: '1000000',
  SVC_TENANT_LIMIT: '1000000',
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
  const secrets = join(dir, 'secrets');
  await secretStore(secrets).draw();
  const secretOf = (name: string) => readFile(join(secrets, name), 'utf8');
  const [httpPort, deskPort] = [await freePort(), await freePort()];
  const [postgresPort, natsPort] = [await freePort(), await freePort()];
  const publicUrl = `http://127.0.0.1:${httpPort}`;
  const desk = deskUrl({ httpPort: deskPort });
  const receiver = await startReceiver(hostAddress, dir);
  const provider = await startProvider(desk, receiver.authority);
  const balancers = {
    gateway: await startBalancer(httpPort),
    desk: await startBalancer(deskPort),
  };
  const fleet = await startFleet({
    variables: {
      ...images.parse(process.env),
      SVC_PUBLIC_URL: publicUrl,
      SVC_DESK_URL: desk,
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: provider.clientId,
    },
    environment: tuning,
    mounts: { [authorityMount]: receiver.authorityFile },
    ...{ secrets, balancers, logs, postgresPort, natsPort },
  });
  const password = await secretOf('postgres/password');
  const postgresUrl = `postgres://postgres:${password}@127.0.0.1:${postgresPort}/postgres`;
  // A name that the certificate has.
  const natsUrl = `nats://localhost:${natsPort}`;
  await Promise.all([fleet.startPostgres(), fleet.startNats()]);
  await fleet.migrate();
  await fleet.startRoles();
  const secret = randomBytes(32).toString('hex');
  const client = await startHost({
    name: operatorRole,
    services: [],
    env: {
      SVC_NATS_URL: natsUrl,
      SVC_NATS_CALLS_SEED: await secretOf(`roles/${operatorRole}/nats-calls-seed`),
      SVC_NATS_CA: await secretOf('nats/ca.crt'),
      // The witness encrypts nothing with it.
      SVC_SECRET: secret,
      SVC_LOG_LEVEL: 'silent',
    },
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
    kill: async (name) => {
      await fleet.end(name, 'KILL');
    },
    stop: async () => {
      await client.stop();
      await owner.end();
      await fleet.stop();
      await Promise.all([balancers.gateway.stop(), balancers.desk.stop()]);
      await Promise.all([provider.stop(), receiver.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
  return {
    ...stage,
    ...{ fleet, secrets, deskUrl: desk, receiver },
    settled: () => settled(stage, receiver),
  };
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
