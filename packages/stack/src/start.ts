/** `npm start`: both environments with demo tenants, from nothing but Node and npm. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requirePort } from '@svc/devnet';
import { publishedSandboxKey } from '@svc/gateway/config';
import { createLogger } from '@svc/kit/log';
import { stopOnSignal } from '@svc/kit/shutdown';
import { type DevFile, dataDir, kept, removeDevFile, writeDevFile } from './dev-file.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { type Infra, startInfra } from './infra.ts';
import { type LiveCredentials, seedCredentials, seedEnvironment, seedWholesalers } from './seed.ts';
import { baseUrl, publicUrl, type Settings } from './settings.ts';
import { sftpAccess, sftpVariables } from './sftp.ts';
import { welcome } from './welcome.ts';

const running: { stop(): Promise<void> }[] = [];

async function stop(): Promise<void> {
  removeDevFile();
  for (const each of running.splice(0).reverse()) await each.stop();
}

const log = createLogger({ name: 'start', level: 'warn' });
stopOnSignal(stop, log);
try {
  console.log(welcome(await start()));
} catch (error) {
  console.error(`\nCould not start: ${error instanceof Error ? error.message : String(error)}\n`);
  await stop();
  process.exit(1);
}

async function start(): Promise<DevFile> {
  const livePort = Number(process.env.SVC_LIVE_PORT ?? 8080);
  const sandboxPort = Number(process.env.SVC_SANDBOX_PORT ?? 8081);
  await requirePort(livePort, 'SVC_LIVE_PORT');
  await requirePort(sandboxPort, 'SVC_SANDBOX_PORT');
  mkdirSync(dataDir(), { recursive: true });
  const infra = await startInfra();
  running.push(infra);
  const secret = keptSecret();
  const live = await settings(infra, { environment: 'live', httpPort: livePort, secret });
  const sandbox = await settings(infra, { environment: 'sandbox', httpPort: sandboxPort, secret });
  Object.assign(live.env ?? {}, sftpVariables(infra.sftp));
  const credentials = await startLive(live);
  await begin(sandbox);
  const dev: DevFile = {
    live: { base_url: baseUrl(live) },
    sandbox: {
      base_url: baseUrl(sandbox),
      api_key: publishedSandboxKey,
      public_url: publicUrl(sandbox),
    },
    auth: { auth_url: publicUrl(live) },
    public_url: publicUrl(live),
    docs_url: `${publicUrl(live)}/docs`,
    ...credentials,
    sites: { demo: { pickup: 'site_demo_cli-0', dropoff: 'site_demo_lab-0' } },
    sftp: await sftpAccess(infra.sftp, join(dataDir(), 'sftp')),
    infra: infra.kinds,
    pids: [process.pid, ...infra.pids],
  };
  writeDevFile(dev);
  return dev;
}

async function settings(
  infra: Infra,
  parts: Pick<Settings, 'environment' | 'httpPort' | 'secret'>,
): Promise<Settings> {
  return {
    ...parts,
    postgresUrl: await infra.database(`svc_${parts.environment}`),
    ...(infra.natsUrl && { natsUrl: infra.natsUrl }),
    env: {
      SVC_CHECK_OUTPUTS: 'true',
      SVC_FILES_URL: pathToFileURL(join(dataDir(), 'files', parts.environment)).href,
      SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
    },
  };
}

async function startLive(wanted: Settings): Promise<LiveCredentials> {
  const { broker } = (await begin(wanted)).host;
  const file = kept<LiveCredentials>('credentials.json');
  const credentials = await seedCredentials(broker, file.read());
  file.write(credentials);
  await seedWholesalers(broker);
  return credentials;
}

async function begin(wanted: Settings): Promise<Environment> {
  const environment = await startEnvironment(wanted);
  running.push(environment);
  await seedEnvironment(environment.host.broker, wanted.environment);
  return environment;
}

function keptSecret(): string {
  const file = kept<string>('secret.json');
  const secret = file.read() ?? randomBytes(32).toString('hex');
  file.write(secret);
  return secret;
}
