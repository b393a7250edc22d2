/** Has the stand-in for jobs tell an event of a job, and waits until tracking has heard it. */
import { type Envelope, type JobSnapshot, jobs } from '@svc/contracts';
import { until } from '@svc/devnet';
import { consumeEvent } from '@svc/kit/consumer';
import type { App } from './app.ts';
import { assignment, dropoff, pickup } from './view.ts';

type JobEventType = keyof typeof jobs.events;

interface Telling {
  tenant: string;
  job_id: string;
  type: JobEventType;
  data?: Record<string, unknown>;
  job?: Partial<JobSnapshot>;
  /** When and where the milestone was. */
  at?: string;
  position?: { lat: number; lng: number };
  /** Only what the chain of custody hears carries time and place. */
  onlyCustody?: boolean;
}

export async function emitJobEvent(app: App, telling: Telling): Promise<void> {
  const { tenant, job_id, type, data = {} } = telling;
  const { internals } = jobs.events['job.created'];
  await app
    .clients(tenant)
    .jobs.tell({ type, job_id, data, internals: internals.parse(snapshotOf(telling)) });
  const [told] = (await app.outbox('jobs')).toReversed();
  if (told) await heard(app, told);
}

/** The same event, told at some time but heard only now. */
export async function tellLate(app: App, telling: Telling, created_at: string): Promise<void> {
  const { runtime, consumers } = app.service('tracking');
  const [consumer] = consumers;
  if (!consumer) throw new Error('tracking listens to nobody');
  const { tenant, job_id, type, data = {} } = telling;
  const subject = { producer: 'jobs', type, tenant_id: tenant, job_id, sequence: 1 };
  const id = `evt_${job_id}`;
  await consumeEvent(runtime, consumer, {
    id,
    ...subject,
    created_at,
    data,
    internals: snapshotOf(telling),
  });
}

/** Resolves when tracking has heard so many events. */
export const heardAll = (app: App, count: number) =>
  until(async () => (await app.owner.query('select from tracking.inbox')).rowCount === count, {
    timeoutMs: 60_000,
    what: `${count} events to be heard`,
  });

const heard = (app: App, { id }: Pick<Envelope, 'id'>) =>
  until(
    async () => {
      const { rowCount } = await app.owner.query('select from tracking.inbox where event_id = $1', [
        id,
      ]);
      return rowCount === 1;
    },
    { timeoutMs: 60_000, what: `event ${id} to be heard` },
  );

function snapshotOf({ job, at, position, onlyCustody }: Telling) {
  const custody = at && {
    at,
    type: 'scanned',
    by: 'driver:drv_1',
    note: null,
    seal: null,
    position: position ?? null,
    details: null,
  };
  const occurred = at && { at, position: position ?? null };
  return {
    job: { ...jobSnapshot, ...job },
    custody: (onlyCustody && custody) || null,
    ...(occurred && !onlyCustody && { occurred }),
  };
}

/** Facts of a job that waits at the pickup with a driver and a vehicle. */
export const jobSnapshot: JobSnapshot = {
  status: 'booked',
  ref: 'SVC-0123ABCD',
  pickup,
  dropoff,
  priced: {
    sku: 'LAB-STD',
    service: 'Specimens',
    priority: 'same_day',
    km: 14,
    parcels: 1,
    timing: 'standard',
    lines: [{ label: 'Specimens', amount_cents: 18_500 }],
    base_cents: 18_500,
    amount_cents: 18_500,
    vat_cents: 2775,
    vat_percent: 15,
    sla_minutes: 240,
    delivery: true,
    temperature_class: 'ambient',
    un_number: 'UN3373',
    requirements: { otp: false, id_check: false, signature: false, photo: false },
    price_book_version: '2026-11',
  },
  cost_centre: 'CC-1',
  parcels: 1,
  created_at: '2026-11-02T08:00:00.000Z',
  sla_due: '2026-11-02T12:00:00.000Z',
  delivered_at: null,
  requirements: { otp: false, id_check: false, signature: false, photo: false },
  tracking_token: 'a-token-of-22-letters-x',
  return_of: null,
  booking_identity: null,
  starts_at: '2026-11-02T08:00:00.000Z',
  assignment,
};
