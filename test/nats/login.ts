/** Connections to a secured NATS, past the kit's calls and streams. */
import type { NatsConnection } from '@nats-io/transport-node';
import { processConfig } from '@svc/kit/config';
import { createLogger } from '@svc/kit/log';
import { connectAll } from '@svc/kit/nats';
import { adminRole, type SecuredNats } from '@svc/local/secured-nats';

export type Account = 'calls' | 'facts';

const log = createLogger({ name: 'test', level: 'silent' });

/** With the kit's own options, as this role; its inbox may be another's. */
export async function connectAs(
  nats: SecuredNats,
  role: string,
  { account, inbox = role }: { account: Account; inbox?: string },
): Promise<NatsConnection> {
  const held = processConfig.partial().parse(nats.login(role));
  const { SVC_NATS_URL, SVC_NATS_CA, SVC_NATS_SEED: facts, SVC_NATS_CALLS_SEED: calls } = held;
  const links = await connectAll(
    {
      ...{ SVC_NATS_URL, SVC_NATS_CA, SVC_NATS_SEED: account === 'facts' ? facts : calls },
      SVC_NATS_CALLS_SEED: undefined,
      SVC_NATS_USER: undefined,
      SVC_NATS_PASSWORD: undefined,
    },
    { role: inbox, name: role, usesStreams: false, log },
  );
  if (!links?.facts) throw new Error('a secured NATS has an address');
  return links.facts.connection;
}

/** May do everything with streams. */
export const connectAsAdmin = (nats: SecuredNats): Promise<NatsConnection> =>
  connectAs(nats, adminRole, { account: 'facts' });
