/** Status of a role, as `ops status` shows it. */
import { z } from 'zod';
import type { ActionHandler } from '../calls/broker.ts';
import { buildInfo } from '../process/config.ts';
import type { Sample } from '../process/metric.ts';

/** Answered by every role, the gateway included. */
export const statusAction = 'readStatus';

const figure = z.object({
  /** Name of the metric. */
  name: z.string(),
  labels: z.record(z.string(), z.string()),
  value: z.number(),
});

export const roleStatus = z.object({
  version: z.string(),
  revision: z.string(),
  started_at: z.string(),
  ready: z.boolean(),
  /** Gauges that are read from the role's tables; undefined if they could not be read. */
  figures: z.array(figure).optional(),
});
export type RoleStatus = z.output<typeof roleStatus>;

interface StatusParts {
  ready(): Promise<boolean>;
  figures?(): Promise<readonly Sample[]>;
}

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

export const readStatus =
  ({ ready, figures }: StatusParts): ActionHandler =>
  async () => {
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
