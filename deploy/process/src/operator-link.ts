/** An operator's connection to an environment. */
import { randomBytes } from 'node:crypto';
import type { BrokerNode } from '@svc/kit/broker';
import { operatorRole } from '@svc/kit/nats-subjects';
import type { Reply } from '@svc/kit/transport';
import type { OperatorCall } from './call-command.ts';

export interface OperatorLink {
  call(call: OperatorCall): Promise<Reply>;
  /** Connected processes; undefined where the environment is one process. */
  nodes(): Promise<BrokerNode[]> | undefined;
  close(): Promise<void>;
}

/** Deadline of the connection, which would retry without limit. */
const timeoutMs = 15_000;

/** Over NATS, with SVC_NATS_URL and the operator's SVC_NATS_CALLS_SEED and SVC_NATS_CA. */
export async function linkOverNats(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<OperatorLink> {
  const giveUp = setTimeout(() => {
    process.stderr.write(`No answer over SVC_NATS_URL within ${timeoutMs / 1000} s.\n`);
    process.exit(1);
  }, timeoutMs);
  try {
    // Loaded where it is needed: broker and bus are most of the time that this command takes.
    const { startHost } = await import('@svc/kit/host');
    // An operator encrypts nothing, and needs no service's secret. What failed is in the reply.
    const own = { SVC_SECRET: randomBytes(32).toString('hex'), SVC_LOG_LEVEL: 'silent' };
    const env = { ...own, ...withoutRole(environment) };
    const host = await startHost({ name: operatorRole, services: [], env });
    return {
      call: ({ service, action, input, tenant }) =>
        host.broker.call(service, action, input, {
          tenant,
          actor: operatorRole,
          requestId: operatorRole,
        }),
      nodes: () => host.broker.nodes(),
      close: () => host.stop(),
    };
  } finally {
    clearTimeout(giveUp);
  }
}

/** Secrets of the role in whose pod a command runs are left out: an operator has a login alone. */
function withoutRole(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { SVC_NATS_CALLS_SEED: seed, SVC_NATS_CALLS_SEED_FILE: file } = environment;
  const names = ['SECRET', 'POSTGRES_URL', 'DATABASE_URL', 'DATABASE_PASSWORD'];
  const dropped = [...names, ...(seed || file ? ['NATS_SEED'] : [])];
  const kept = Object.entries(environment).filter(
    ([name]) => !dropped.some((one) => name === `SVC_${one}` || name === `SVC_${one}_FILE`),
  );
  return Object.fromEntries(kept);
}

export async function callOverNats(call: OperatorCall): Promise<Reply> {
  const link = await linkOverNats();
  return link.call(call).finally(() => link.close());
}
