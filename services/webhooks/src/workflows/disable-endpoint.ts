/** Disables an endpoint whose receiver is gone or fails. Its owner may not notice: the desk gets an alarm. */
import type { WebhooksWriteContext } from '../define.ts';
import { type DisabledEndpoint, disabledAlarm } from '../domain/alarm.ts';
import type { EndpointQueue } from '../domain/endpoint-queue.ts';
import { disableEndpoint } from '../store/endpoints.ts';
import { raise } from './alarms.ts';

type DisableContext = Pick<WebhooksWriteContext, 'db' | 'now' | 'config' | 'log' | 'hint'>;

/** No-op for one that its owner has disabled. The alarm commits with it. */
export async function disableFailed(
  queue: Pick<EndpointQueue, 'tenant_id' | 'endpoint_id' | 'failing_since'>,
  reason: DisabledEndpoint['reason'],
  { db, now, config, log, hint }: DisableContext,
): Promise<void> {
  const { tenant_id: tenant, endpoint_id: webhook_id, failing_since } = queue;
  const url = await disableEndpoint(db, queue, now);
  if (url === undefined) return;
  log.warn({ endpoint_id: webhook_id, reason }, 'endpoint disabled');
  // No control desk watches the sandbox.
  if (config.SVC_ENVIRONMENT === 'sandbox') return;
  const alarm = disabledAlarm({ webhook_id, url, reason, failing_since, disabled_at: now });
  await raise(alarm, { db, tenant, hint });
}
