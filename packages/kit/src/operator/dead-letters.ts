/** An operator's view of dead letters, and the re-drive of one (`events/dead-letter.ts`). */
import { z } from 'zod';
import { redrive } from '../events/dead-letter.ts';
import type { ActionHandler } from '../nats/broker.ts';
import type { Runtime } from '../service/runtime.ts';
import type { DeadLetter } from './answers.ts';
import type { OperatedService } from './operated-service.ts';

const pageMax = 200;

const deadLetterQuery = z.object({
  /** `event_id` and `consumer` of the last row of the page before. */
  after: z.tuple([z.string(), z.string()]).optional(),
  limit: z.int().min(1).max(pageMax).default(pageMax),
});

export const listDeadLetters =
  ({ pools }: Runtime): ActionHandler =>
  async (input) => {
    const { success, data } = deadLetterQuery.safeParse(input);
    if (!success) return { invalid: [] };
    const [event, consumer] = data.after ?? ['', ''];
    const { rows } = await pools.read.query<DeadLetter & { created_at: Date }>(
      `select consumer, event_id, deliveries, created_at,
              case when json_typeof(envelope) = 'object' then envelope ->> 'type' end as type,
              case when json_typeof(envelope) = 'object' then envelope ->> 'tenant_id' end as tenant_id,
              case when json_typeof(envelope) = 'object' then envelope ->> 'job_id' end as job_id
         from dead_letter where (event_id, consumer) > ($1, $2)
        order by event_id, consumer limit $3`,
      [event, consumer, data.limit],
    );
    const shown = rows.map((row) => ({
      ...row,
      created_at: new Date(row.created_at).toISOString(),
    }));
    return { ok: { data: shown } };
  };

const redriveRequest = z.object({ consumer: z.string(), event_id: z.string() });
export const redriveDeadLetter =
  ({ runtime, consumers }: OperatedService): ActionHandler =>
  async (input) => {
    const { success, data } = redriveRequest.safeParse(input);
    if (!success) return { invalid: [] };
    const consumer = consumers.find(({ name }) => name === data.consumer);
    if (!consumer) return { ok: { found: false } };
    const [result] = await redrive(runtime, consumer, data.event_id);
    if (!result) return { ok: { found: false } };
    runtime.log.info({ ...data, err: result.error }, result.error ? 'failed' : 're-driven');
    const { error } = result;
    if (!error) return { ok: { found: true } };
    return { ok: { found: true, error: error instanceof Error ? error.message : String(error) } };
  };
