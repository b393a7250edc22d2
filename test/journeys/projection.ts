/** Projection barrier of the tests, in the tables: a caller of the sandbox may ask 60 times a minute. */
import { until } from '@svc/devnet';
import type { Stage } from './environment.ts';

type Tables = Pick<Stage, 'owner'>;

/**
 * Resolves once the service has applied all events that jobs has emitted of the job. After a hand-over chain,
 * proof and certificate are complete then; custody's own reads wait 2 s at most for that.
 */
export const projected = (
  { owner }: Tables,
  jobId: string,
  service: 'custody' | 'tracking' = 'custody',
) =>
  until(
    async () => {
      const { rows } = await owner.query<{ is_caught_up: boolean | null }>(
        `select bool_and(coalesce(next, 0) > last) as is_caught_up
           from jobs.job_sequence emitted
           left join ${service}.job_cursor applied
             on applied.tenant_id = emitted.tenant_id and applied.job_id = emitted.job_id
            and applied.producer = 'jobs'
          where emitted.job_id = $1`,
        [jobId],
      );
      return rows[0]?.is_caught_up;
    },
    { timeoutMs: 60_000, what: `${service} to apply the events of ${jobId}` },
  );

const issued = `
  select from custody.certificate where job_id = $1 and type = 'proof_of_cold_chain'`;

/** Resolves once the certificate of the cold chain is issued. */
export function coldChainCertified({ owner }: Tables, jobId: string) {
  const isIssued = async () => (await owner.query(issued, [jobId])).rowCount;
  const what = `the cold chain of ${jobId} to be certified`;
  return until(isIssued, { timeoutMs: 60_000, what });
}
