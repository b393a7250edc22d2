/** `npm start`: both environments with demo tenants, from nothing but Node and npm. */

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publishedSandboxKey } from '@svc/contracts';
import { requirePort } from '@svc/devnet';
import { createLogger } from '@svc/kit/log';
import { stopOnSignal } from '@svc/kit/shutdown';
import { type CliCommand, runCommand } from '@svc/text/command';
import { z } from 'zod';
import { startDemo } from './demo.ts';
import { type DevFile, dataDir, kept, removeDevFile, writeDevFile } from './dev-file.ts';
import { removeEnvFile, writeEnvFile } from './env-file.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { type Infra, startInfra } from './infra.ts';
import { logLines } from './log-lines.ts';
import { type Holder, openOperatorSocket } from './operator-socket.ts';
import { type LiveCredentials, seedCredentials, seedEnvironment, seedWholesalers } from './seed.ts';
import { apiUrlOf, deskUrl, type EnvironmentName, publicUrlOf, type Settings } from './settings.ts';
import { sftpAccess, sftpVariables } from './sftp.ts';
import { startSignIn } from './sign-in.ts';
import { alreadyRuns, welcome } from './welcome.ts';
import { startWitness } from './witness.ts';

const command = {
  name: 'npm start',
  about: `Starts the live API, the sandbox and the desk with demo tenants, and prints lines to paste. Ctrl-C stops it.

Environment variables:
  SVC_LIVE_PORT, SVC_SANDBOX_PORT  ports of the two APIs (default 8080, 8081)
  SVC_DESK_PORT                    port of the pages for people (default 8082, or a free one)
  SVC_SFTP_PORT                    port of the file channel (default a free one)
  SVC_DATA_DIR                     folder for data and credentials (default .svc)
  SVC_POSTGRES_URL, SVC_NATS_URL   servers that you already have
  SVC_NATS=in-process              without NATS`,
  options: {
    demo: {
      schema: z.boolean().default(false),
      about: 'a day of the demo carrier, which goes on until all stops',
    },
  },
} satisfies CliCommand;

const running: { stop(): Promise<void> }[] = [];
const environments: Partial<Record<EnvironmentName, Environment>> = {};
const log = createLogger(
  { name: 'start', level: 'warn' },
  logLines((text) => process.stderr.write(text)),
);

async function stop(): Promise<void> {
  for (const each of running.splice(0).reverse()) await each.stop();
}

await runCommand(command, async ({ values }) => {
  stopOnSignal(stop, log);
  try {
    const dev = await start();
    if (values.demo) running.push(startDemo(dev, log));
    console.log(welcome(dev));
    return 0;
  } catch (error) {
    await stop();
    const cause = error instanceof Error ? error : new Error(String(error));
    console.error(`\nCould not start: ${cause.message}\n`);
    process.exit(1);
  }
});

async function start(): Promise<DevFile> {
  const ports = {
    live: Number(process.env.SVC_LIVE_PORT ?? 8080),
    sandbox: Number(process.env.SVC_SANDBOX_PORT ?? 8081),
  };
  mkdirSync(dataDir(), { recursive: true });
  // Keys and secrets of development are its owner's alone; Postgres of root runs as another user.
  chmodSync(dataDir(), process.getuid?.() === 0 ? 0o711 : 0o700);
  await lockDataFolder({ pid: process.pid, ...ports });
  await requirePort(ports.live, 'SVC_LIVE_PORT');
  await requirePort(ports.sandbox, 'SVC_SANDBOX_PORT');
  const infra = await startInfra();
  running.push(infra);
  const origins = keptOrigins(ports);
  const secret = keptSecret();
  const settingsOf = (environment: EnvironmentName) =>
    settings(infra, { environment, httpPort: ports[environment], secret }, origins[environment]);
  const [live, sandbox] = [await settingsOf('live'), await settingsOf('sandbox')];
  Object.assign(live.env ?? {}, sftpVariables(infra.sftp), {
    SVC_SANDBOX_URL: publicUrlOf(sandbox),
  });
  const signIn = await startSignIn();
  running.push(signIn);
  const demonstration = await startLive({ ...live, desk: signIn }, origins.live);
  await begin(sandbox);
  const dev: DevFile = {
    live: { base_url: apiUrlOf(live) },
    sandbox: {
      base_url: apiUrlOf(sandbox),
      api_key: publishedSandboxKey,
      public_url: publicUrlOf(sandbox),
    },
    auth: { auth_url: publicUrlOf(live) },
    public_url: publicUrlOf(live),
    docs_url: `${publicUrlOf(live)}/docs`,
    desk: { url: deskUrl(signIn) },
    ...demonstration,
    sites: { demo: { pickup: 'site_demo_cli-0', dropoff: 'site_demo_lab-0' } },
    sftp: await sftpAccess(infra.sftp, join(dataDir(), 'sftp')),
    infra: infra.kinds,
    pids: [process.pid, ...infra.pids],
  };
  writeDevFile(dev);
  writeEnvFile(dev);
  return dev;
}

/** From here on the files in the data folder are this process's to write and to remove. */
async function lockDataFolder(holder: Holder): Promise<void> {
  const socket = await openOperatorSocket({
    holder,
    call: async ({ environment, service, action, input, tenant }) => {
      const broker = environments[environment]?.host.broker;
      const meta = { tenant, actor: 'operator', requestId: 'operator' };
      return broker ? broker.call(service, action, input, meta) : { fault: 'unavailable' };
    },
  });
  if ('holder' in socket) throw new Error(alreadyRuns(socket.holder));
  running.push({
    stop: async () => {
      removeDevFile();
      removeEnvFile();
      await socket.close();
    },
  });
}

async function settings(
  infra: Infra,
  parts: Pick<Settings, 'environment' | 'httpPort' | 'secret'>,
  logOrigin: string,
): Promise<Settings> {
  return {
    ...parts,
    postgresUrl: await infra.database(`svc_${parts.environment}`),
    ...(infra.natsUrl && { natsUrl: infra.natsUrl }),
    env: {
      ...infra.natsLogin,
      SVC_CHECK_OUTPUTS: 'true',
      SVC_LOG_ORIGIN: logOrigin,
      SVC_FILES_URL: pathToFileURL(join(dataDir(), 'files', parts.environment)).href,
      SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
    },
  };
}

async function startLive(
  wanted: Settings,
  origin: string,
): Promise<LiveCredentials & Pick<DevFile, 'log'>> {
  const url = `${publicUrlOf(wanted)}/log`;
  const folder = join(dataDir(), 'witness');
  const witness = await startWitness(folder, { logUrl: url, origin, log });
  running.push(witness);
  Object.assign(wanted.env ?? {}, witness.variables);
  const { broker } = (await begin(wanted)).host;
  await witness.watch();
  const file = kept<LiveCredentials>('credentials.json');
  const credentials = await seedCredentials(broker, file.read());
  file.write(credentials);
  await seedWholesalers(broker);
  return { ...credentials, log: { url, witness: witness.vkey } };
}

async function begin(wanted: Settings): Promise<Environment> {
  const { environment: name, logLevel = 'warn' } = wanted;
  const lines = logLines((text) => process.stderr.write(text));
  const environment = await startEnvironment(wanted, {
    log: createLogger({ name, level: logLevel }, lines),
  });
  running.push(environment);
  environments[name] = environment;
  await seedEnvironment(environment.host.broker, wanted.environment);
  return environment;
}

/** Names, not addresses: a log halts under another name, and the ports may be others tomorrow. */
function keptOrigins(ports: Record<EnvironmentName, number>): Record<EnvironmentName, string> {
  const file = kept<Record<EnvironmentName, string>>('log-origins.json');
  // Logs of earlier folders have the names of the default ports.
  const { live, sandbox } = kept('secret.json').read() ? { live: 8080, sandbox: 8081 } : ports;
  const names = { live: `127.0.0.1:${live}/log`, sandbox: `127.0.0.1:${sandbox}/log` };
  const origins = file.read() ?? names;
  file.write(origins);
  return origins;
}

function keptSecret(): string {
  const file = kept<string>('secret.json');
  const secret = file.read() ?? randomBytes(32).toString('hex');
  file.write(secret);
  return secret;
}
