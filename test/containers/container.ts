/** One container, by testcontainers, and one that ends by itself. */
import { docker } from '@svc/image/docker';
import { GenericContainer, type StartedTestContainer, type WaitStrategy } from 'testcontainers';
import type { ContainerService, Mount } from './compose.ts';

export interface Placement {
  network: string;
  /** Name under which the others find it. */
  alias: string;
  /** Before the names of volumes. */
  prefix: string;
  /** Ports that the test reaches. */
  ports: (number | { container: number; host: number })[];
  ready: WaitStrategy;
}

/** With what testcontainers has no method for. */
class HardenedContainer extends GenericContainer {
  harden(): this {
    this.hostConfig.ReadonlyRootfs = true;
    return this.withDroppedCapabilities('ALL')
      .withSecurityOpt('no-new-privileges:true')
      .withTmpFs({ '/tmp': '' });
  }
}

const sourceOf = ({ source, isVolume }: Mount, prefix: string): string =>
  isVolume ? `${prefix}-${source}` : source;

export function startContainer(
  service: ContainerService,
  { network, alias, prefix, ports, ready }: Placement,
): Promise<StartedTestContainer> {
  const mounts = service.mounts.map((mount) => ({
    source: sourceOf(mount, prefix),
    target: mount.target,
    mode: mount.mode,
  }));
  const container = new HardenedContainer(service.image)
    .withEnvironment(service.environment)
    .withBindMounts(mounts)
    .withNetworkMode(network)
    .withNetworkAliases(alias)
    .withExposedPorts(...ports)
    .withStartupTimeout(120_000)
    .withWaitStrategy(ready);
  if (service.isHardened) container.harden();
  if (service.entrypoint) container.withEntrypoint(service.entrypoint);
  if (service.command) container.withCommand(service.command);
  if (service.healthTest) container.withHealthCheck(checkOf(service.healthTest));
  return container.start();
}

/** Sooner than in production, where a check costs more than it tells. */
function checkOf([, ...command]: readonly string[]) {
  const test: ['CMD', ...string[]] = ['CMD', ...command];
  return { test, interval: 2_000, timeout: 5_000, retries: 3, startPeriod: 30_000 };
}

/** As `docker compose run --rm`: what it printed; rejects if it does not end with 0. */
export function runContainer(
  service: ContainerService,
  { network, prefix }: Pick<Placement, 'network' | 'prefix'>,
  command: readonly string[] = service.command ?? [],
): Promise<string> {
  const environment = Object.entries(service.environment).flatMap(([name, value]) => [
    '--env',
    `${name}=${value}`,
  ]);
  const mounts = service.mounts.flatMap((mount) => [
    '--volume',
    `${sourceOf(mount, prefix)}:${mount.target}:${mount.mode}`,
  ]);
  const hardened = service.isHardened
    ? ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges:true', '--tmpfs=/tmp']
    : [];
  const [entrypoint, ...first] = service.entrypoint ?? [];
  return docker([
    ...['run', '--rm', '--network', network, ...hardened, ...environment, ...mounts],
    ...(entrypoint === undefined ? [] : ['--entrypoint', entrypoint]),
    ...[service.image, ...first, ...command],
  ]);
}
