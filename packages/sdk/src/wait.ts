import type { CourierClient, JobDetail } from './generated/api.ts';
import { pause } from './transport.ts';

export interface WaitOptions {
  /** Milliseconds between two looks; 5 000 by default. */
  pollMs?: number;
  /** Milliseconds after which it is given up; 24 hours by default. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

const finals: readonly JobDetail['status'][] = ['delivered', 'cancelled'];

/**
 * The job, once it has one of these statuses. Rejects when it ended otherwise, and when the time is
 * over. A server should listen to webhooks instead.
 *
 * ```ts
 * const delivered = await waitFor(svc, job, 'delivered');
 * ```
 */
export async function waitFor(
  client: Pick<CourierClient, 'getJob'>,
  { id }: { id: string },
  status: JobDetail['status'] | readonly JobDetail['status'][],
  { pollMs = 5_000, timeoutMs = 86_400_000, signal }: WaitOptions = {},
): Promise<JobDetail> {
  const wanted = [status].flat();
  const deadline = Date.now() + timeoutMs;
  while (true) {
    const job = await client.getJob({ path: { id } }, signal ? { signal } : {});
    if (wanted.includes(job.status)) return job;
    if (finals.includes(job.status)) throw new Error(`Job ${job.ref} is ${job.status}.`);
    if (Date.now() + pollMs > deadline) throw new Error(`Job ${job.ref} is still ${job.status}.`);
    await pause(pollMs, signal);
  }
}
