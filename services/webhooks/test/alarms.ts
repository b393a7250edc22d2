/** Jobs whose events raise alarms, and the desk that sees them. */
import type { OpsEvent } from '@svc/contracts';
import { until } from '@svc/devnet';
import { newTenant } from '@svc/kit/testing/service-test';
import { type App, start } from './app.ts';
import type { Emission, producers } from './producers.ts';

export type Producer = keyof typeof producers;

export const later = (seconds: number) => new Date(Date.parse(start) + seconds * 1_000);

export function alarmsOf(app: App) {
  const desk = () => app.as('ten_carrier');
  const list = async (filter: object = {}) =>
    (await desk().listOpsEvents({ limit: 100, ...filter })).data;

  /** A job of a tenant of its own. */
  function newJob() {
    const tenant = newTenant();
    const job_id = `job_${tenant}`;
    let events = 0;
    const happen = async (emission: Emission & { internals?: object }, by: Producer = 'jobs') => {
      const { internals = {}, data = {}, type } = emission;
      const sent = {
        type,
        data: { ref: 'SVC-7K3M9QX2', ...data },
        job_id,
        internals: { ...internals },
      };
      await app.clients(tenant)[by].emit([sent]);
      events += 1;
      await app.fannedOut(tenant, events);
    };
    return {
      tenant,
      job_id,
      happen,
      book: (priority = 'scheduled') =>
        happen({
          type: 'job.created',
          data: { sku: 'LAB-STD', sla_due: '2026-11-02T12:00:00.000Z' },
          internals: { job: { priced: { priority }, starts_at: start } },
        }),
      alarms: () => list({ job_id }),
    };
  }

  return {
    desk,
    list,
    newJob,
    /** Time passes, and the worker looks at the clock. */
    moveTo: (at: Date) => {
      app.clock.set(at);
      app.wakeWorker('watch-alarms');
    },
    alarmed: (
      { alarms, job_id }: { alarms(): Promise<OpsEvent[]>; job_id: string },
      isThere: (alarms: OpsEvent[]) => boolean,
    ) =>
      until(
        async () => {
          const found = await alarms();
          return isThere(found) ? found : undefined;
        },
        { timeoutMs: 60_000, what: `alarms of ${job_id}` },
      ),
    /** An alarm, and the job that it is about. */
    newAlarm: async () => {
      const job = newJob();
      await job.happen({ type: 'temperature.excursion', data: { max_c: 11.8 } }, 'tracking');
      const [alarm] = await job.alarms();
      if (!alarm) throw new Error('no alarm');
      return { job, alarm };
    },
  };
}
