/** Processes of an environment's roles, replaced one by one; HTTP roles stand behind balancers. */
import { type Child, freePort } from '@svc/devnet';
import { serviceNames } from '@svc/local/services';
import type { Backend, Balancer } from './balancer.ts';

/** In the order of an upgrade: webhooks before producers of new event types, what calls all others last. */
export const roles: readonly string[] = [
  'webhooks',
  ...serviceNames.filter((name) => name !== 'webhooks'),
  'desk',
  'gateway',
];

/** Of the roles that are reached over HTTP. */
type Balancers = Readonly<Partial<Record<string, Balancer>>>;

/** Starts a process by a name of its own, e.g. `jobs#4`. */
export type StartProcess = (name: string, env: NodeJS.ProcessEnv) => Promise<Child>;

export interface RoleProcess {
  role: string;
  child: Child;
  backend: Backend | undefined;
}

export interface Roles {
  /** Starts another process of a role; answers the one before it, which runs on. */
  start(
    role: string,
    process: StartProcess,
    env?: NodeJS.ProcessEnv,
  ): Promise<RoleProcess | undefined>;
  /** Ends a process that was replaced as an orchestrator does; answers how it ended. */
  end(before: RoleProcess | undefined): Promise<unknown>;
  /** Ends the process of a role as a crash would. */
  kill(role: string): Promise<void>;
}

/** A balancer needs a moment to notice that a process stops. */
const drainMs = 1_000;
const stopMs = 50_000;

export function createRoles(balancers: Balancers): Roles {
  const current = new Map<string, RoleProcess>();
  let started = 0;
  return {
    start: async (role, startProcess, env = {}) => {
      started += 1;
      const balancer = balancers[role];
      const backend = balancer && { port: await freePort(), adminPort: await freePort() };
      const own = backend && {
        SVC_HTTP_PORT: String(backend.port),
        SVC_ADMIN_PORT: String(backend.adminPort),
        SVC_DRAIN_MS: String(drainMs),
      };
      const child = await startProcess(`${role}#${started}`, { ...env, ...own });
      if (backend) await balancer.add(backend);
      const before = current.get(role);
      current.set(role, { role, child, backend });
      return before;
    },
    end: async (before) => {
      if (!before) return 0;
      await before.child.stop(stopMs);
      if (before.backend) balancers[before.role]?.remove(before.backend.port);
      return before.child.exited;
    },
    kill: async (role) => {
      const { child, backend } = current.get(role) ?? {};
      await child?.kill();
      if (backend) balancers[role]?.remove(backend.port);
    },
  };
}
