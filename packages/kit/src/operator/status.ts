/** Status of a role, as `ops status` shows it. */
import type { ActionHandler } from '../nats/broker.ts';
import { buildInfo } from '../observability/build-info.ts';
import type { Sample } from '../observability/metric.ts';
import type { RoleStatus } from './answers.ts';
import { isSelfCall } from './self-calls.ts';

interface StatusParts {
  ready(): Promise<boolean>;
  figures?(): Promise<readonly Sample[]>;
}

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

export const readStatus =
  ({ ready, figures }: StatusParts): ActionHandler =>
  async (input) => {
    if (isSelfCall(input)) return { ok: null };
    const isReady = await ready().catch(() => false);
    const samples = await figures?.().catch(() => undefined);
    const shown = samples?.map(({ metric, labels = {}, value }) => ({
      name: metric.name,
      labels,
      value,
    }));
    const status: RoleStatus = { ...buildInfo, started_at: startedAt, ready: isReady };
    return { ok: shown ? { ...status, figures: shown } : status };
  };
