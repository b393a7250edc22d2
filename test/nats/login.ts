/** Connections to a secured NATS, past the kit. */
import { processConfig } from '@svc/kit/config';
import { natsLogin, natsOptions } from '@svc/kit/nats';
import { adminRole, type SecuredNats } from '@svc/local/secured-nats';
import { connect, type NatsConnection } from 'nats';

/** With the kit's own options, as this role; its inbox may be another's. */
export function connectAs(nats: SecuredNats, role: string, inbox = role): Promise<NatsConnection> {
  const config = processConfig.partial().parse(nats.login(role));
  const login = natsLogin(
    {
      SVC_NATS_URL: config.SVC_NATS_URL,
      SVC_NATS_SEED: config.SVC_NATS_SEED,
      SVC_NATS_USER: undefined,
      SVC_NATS_PASSWORD: undefined,
      SVC_NATS_CA: config.SVC_NATS_CA,
    },
    inbox,
  );
  if (!login) throw new Error('a secured NATS has an address');
  return connect(natsOptions(login, role));
}

/** May do everything. */
export const connectAsAdmin = (nats: SecuredNats): Promise<NatsConnection> =>
  connectAs(nats, adminRole);
