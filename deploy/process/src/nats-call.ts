/** An operator's call over NATS, with SVC_NATS_URL and the operator's SVC_NATS_SEED and SVC_NATS_CA. */
import { randomBytes } from 'node:crypto';
import { operatorRole } from '@svc/kit/nats-subjects';
import type { Reply } from '@svc/kit/transport';
import type { OperatorCall } from './call-command.ts';

/** Deadline of the connection, which would retry without limit. */
const timeoutMs = 15_000;

export async function callOverNats({
  service,
  action,
  input,
  tenant,
}: OperatorCall): Promise<Reply> {
  const giveUp = setTimeout(() => {
    process.stderr.write(`No answer over SVC_NATS_URL within ${timeoutMs / 1000} s.\n`);
    process.exit(1);
  }, timeoutMs);
  try {
    // Loaded where it is needed: broker and bus are most of the time that this command takes.
    const { startHost } = await import('@svc/kit/host');
    // An operator encrypts nothing, and needs no service's secret.
    const env = { SVC_SECRET: randomBytes(32).toString('hex'), ...process.env };
    const host = await startHost({ name: operatorRole, services: [], env });
    const meta = { tenant, actor: 'operator', requestId: 'operator' };
    return await host.broker.call(service, action, input, meta).finally(() => host.stop());
  } finally {
    clearTimeout(giveUp);
  }
}
