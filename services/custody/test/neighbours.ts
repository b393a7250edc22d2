/**
 * A stand-in for jobs: as much of its contract as custody uses, on the real bus, told what
 * happens.
 */
import {
  command,
  custodyFact,
  defineContract,
  type JobSnapshot,
  jobs,
  opaqueId,
  proofFact,
  temperatureClass,
} from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import { Refusal } from '@svc/kit/refusal';
import { defineService } from '@svc/kit/service';
import type { Kysely } from 'kysely';
import { z } from 'zod';

const jobsPart = defineContract({
  name: 'jobs',
  actions: {
    locate: jobs.actions.locate,
    locateForDesk: jobs.actions.locateForDesk,
    /** A job that is new, or something that happens to one. */
    emitEvent: command({
      input: z.object({
        job_id: opaqueId,
        driver_id: z.string().nullable().default(null),
        temperature_class: temperatureClass.nullable().default(null),
        custody: custodyFact.nullable().default(null),
        /** Given with the last hand-over: the job is delivered. */
        proof: proofFact.optional(),
      }),
      output: z.object({}),
      refusals: [],
    }),
  },
  events: jobs.events,
});

interface JobTables {
  job: { id: string; tenant_id: string; driver_id: string | null; status: JobSnapshot['status'] };
  job_sequence: { tenant_id: string; job_id: string; last: number };
}
const { query, command: implement } = bind<JobTables>()(jobsPart, {});

/** The reference of a job, for tests: every job has one of its own. */
export const refOf = (jobId: string): string => `SVC-${jobId.slice(4)}`;
const idOf = (key: string): string => (key.startsWith('SVC-') ? `job_${key.slice(4)}` : key);
const requirements = { otp: false, id_check: false, signature: false, photo: false };

async function jobOf(db: Kysely<JobTables>, key: string, tenant?: string) {
  const job = await db
    .selectFrom('job')
    .leftJoin('job_sequence', 'job_sequence.job_id', 'job.id')
    .select(['id', 'job.tenant_id', 'driver_id', 'status', 'last'])
    .where('id', '=', idOf(key))
    .executeTakeFirst();
  if (!job || (tenant !== undefined && job.tenant_id !== tenant)) {
    throw new Refusal('job_not_found', 'No such job.');
  }
  const { id, tenant_id, driver_id, status, last } = job;
  return { id, tenant_id, driver_id, status, last_sequence: last ?? 0, ref: refOf(id) };
}

const site = {
  site_id: 'lab-0',
  name: 'Laboratory',
  position: { lat: -26.2, lng: 28 },
  time_zone: 'Africa/Johannesburg',
};

export const snapshotOf = (
  jobId: string,
  status: JobSnapshot['status'],
  temperature_class: JobSnapshot['priced']['temperature_class'] = null,
): JobSnapshot => ({
  status,
  ref: refOf(jobId),
  pickup: site,
  dropoff: site,
  priced: {
    sku: 'LAB-STD',
    service: 'Specimens',
    priority: 'same_day',
    km: 15,
    parcels: 1,
    timing: 'standard',
    lines: [{ label: 'Specimens', amount_cents: 18_500 }],
    base_cents: 18_500,
    amount_cents: 18_500,
    vat_cents: 2775,
    vat_percent: 15,
    sla_minutes: 240,
    delivery: true,
    temperature_class,
    un_number: '',
    requirements,
    price_book_version: '2026-11',
  },
  cost_centre: '',
  parcels: 1,
  created_at: '2026-11-02T08:00:00.000Z',
  sla_due: '2026-11-02T12:00:00.000Z',
  delivered_at: null,
  requirements,
  tracking_token: 'token',
  return_of: null,
  booking_identity: null,
  starts_at: '2026-11-02T08:00:00.000Z',
  assignment: null,
});

const emitEvent = implement('emitEvent', {
  handle: async (event, { db, tenant, emit }) => {
    const { job_id, driver_id, temperature_class, custody, proof } = event;
    const status = proof ? 'delivered' : 'in_transit';
    await db
      .insertInto('job')
      .values({ id: job_id, tenant_id: tenant, driver_id, status })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ status }))
      .execute();
    const subject = { job_id, ref: refOf(job_id) };
    const internals = { job: snapshotOf(job_id, status, temperature_class), custody };
    const options = { jobId: job_id };
    if (!proof) {
      emit('job.updated', { ...subject, changed: [] }, internals, options);
      return {};
    }
    const { recipient, otp_verified } = proof;
    const delivered_at = custody?.at ?? '2026-11-02T09:00:00.000Z';
    const data = { ...subject, recipient, otp_verified, delivered_at };
    emit('delivery.completed', data, { ...internals, proof }, options);
    return {};
  },
});

export const jobsStandIn = defineService({
  contract: jobsPart,
  calls: {},
  config: z.object({}),
  actions: {
    emitEvent,
    locate: query('locate', async ({ id }, { db, tenant }) => {
      const { ref, status, last_sequence, ...job } = await jobOf(db, id, tenant);
      return { id: job.id, ref, tenant_id: tenant, status, requirements, last_sequence };
    }),
    locateForDesk: query('locateForDesk', async ({ id }, { db }) => {
      const { last_sequence: _, ...job } = await jobOf(db, id);
      return job;
    }),
  },
  reactions: [],
  schedules: [],
  migrations: [
    {
      name: '0001-job',
      sql: 'create table job (id text primary key, tenant_id text, driver_id text, status text)',
    },
  ],
});
