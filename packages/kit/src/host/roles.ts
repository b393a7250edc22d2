/**
 * Entry of a process: one role, or several together. Each keeps its login, database and settings;
 * together they share the runtime, one admin port, and calls that stay inside the process.
 */
import { createMetrics } from '../observability/metrics.ts';
import { endUnheard } from '../operator/self-calls.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { checkConfig, processConfig, readConfig, roleEnvironment } from '../settings/config.ts';
import { startAdmin } from './admin.ts';
import { type RunningHost, startHost } from './host.ts';
import { type HttpRole, startHttpRole } from './http-role.ts';
import { serviceCommands } from './service-commands.ts';
import { stopOnSignal } from './shutdown.ts';

export type ProcessRole = ServiceDefinition | HttpRole;

type Roles = readonly [ProcessRole, ...ProcessRole[]];

/** Runs until a signal stops it; or one of the `serviceCommands`, for each service, and ends. */
export async function runRoles(roles: Roles): Promise<void> {
  const [command, argument] = process.argv.slice(2);
  if (command === undefined) return serve(roles);
  for (const role of roles) {
    if ('contract' in role) await serviceCommands[command]?.(role, argument);
  }
}

const processSettings = processConfig.pick({
  SVC_ADMIN_PORT: true,
  SVC_ADMIN_HOST: true,
  SVC_DRAIN_MS: true,
});

async function serve(roles: Roles): Promise<void> {
  for (const role of roles) check(role);
  const { SVC_ADMIN_PORT: port, SVC_ADMIN_HOST: host, ...config } = readConfig(processSettings);
  const metrics = createMetrics();
  const neighbours = roles.length > 1 ? new Map() : undefined;
  const [first, ...others] = roles;
  const start = async (role: ProcessRole) => ({
    isFront: !('contract' in role),
    ...(await startRole(role, { metrics, neighbours, onSilence: endUnheard })),
  });
  const lead = await start(first);
  const running = [lead];
  for (const role of others) running.push(await start(role));
  let draining = false;
  const ready = async () =>
    !draining && (await Promise.all(running.map((role) => role.ready()))).every(Boolean);
  const admin = await startAdmin({ port, host, ready, metrics });
  const { log } = lead;
  stopOnSignal(async () => {
    draining = true;
    await new Promise((done) => setTimeout(done, config.SVC_DRAIN_MS));
    // Requests that are open in front still need the services.
    for (const isFront of [true, false]) {
      const ending = running.filter((role) => role.isFront === isFront);
      await Promise.all(ending.map((role) => role.stop()));
    }
    await admin.close();
  }, log);
  log.info({ admin_port: admin.port }, 'ready');
}

type RunningRole = Pick<RunningHost, 'ready' | 'stop' | 'log'>;

const nameOf = (role: ProcessRole): string => ('contract' in role ? role.contract.name : role.name);

function check(role: ProcessRole): void {
  const env = roleEnvironment(nameOf(role));
  const isService = 'contract' in role;
  checkConfig([isService ? role.config : role.schema], { hostsServices: isService, env });
}

function startRole(
  role: ProcessRole,
  shared: Pick<Parameters<typeof startHost>[0], 'metrics' | 'neighbours' | 'onSilence'>,
): Promise<RunningRole> {
  const options = { ...shared, name: nameOf(role), env: roleEnvironment(nameOf(role)) };
  if ('contract' in role) return startHost({ ...options, services: [role] });
  return startHttpRole(role, options);
}
