/** One container, by testcontainers. */
import { GenericContainer, type StartedTestContainer, type WaitStrategy } from 'testcontainers';
import type { ContainerService } from './services.ts';

export interface Placement {
  network: string;
  /** Name under which the others find it. */
  alias: string;
  /** Before the names of volumes. */
  prefix: string;
  /** Ports that the test reaches. */
  ports: (number | { container: number; host: number })[];
  ready: WaitStrategy;
  /** Files of this machine, by their place in the container. */
  mounts?: Readonly<Record<string, string>>;
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

export function startContainer(
  service: ContainerService,
  { network, alias, prefix, ports, ready, mounts = {} }: Placement,
): Promise<StartedTestContainer> {
  const volumes = Object.entries(service.volumes).map(([target, name]) => ({
    source: `${prefix}-${name}`,
    target,
  }));
  const files = Object.entries(mounts).map(([target, source]) => ({
    source,
    target,
    mode: 'ro' as const,
  }));
  const container = new HardenedContainer(service.image)
    .withEnvironment(service.environment)
    .withBindMounts([...volumes, ...files])
    .withNetworkMode(network)
    .withNetworkAliases(alias)
    .withExposedPorts(...ports)
    .withStartupTimeout(120_000)
    .withWaitStrategy(ready);
  if (service.isHardened) container.harden();
  if (service.entrypoint) container.withEntrypoint(service.entrypoint);
  if (service.command) container.withCommand(service.command);
  return container.start();
}
