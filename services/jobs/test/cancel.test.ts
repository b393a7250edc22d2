import { cancelledJob, jobs, type Status } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booking, type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const client = () => app.clients(tenant).jobs;
const cancel = (input: unknown, as = tenant) => app.call([jobs, 'cancel'], input, { tenant: as });
const reason = 'no longer needed';

const jobThatIs = (status: Status) => carrierOf(app).jobThatIs(tenant, status);

describe('cancel', () => {
  it('answers the cancelled job, free before assignment', async () => {
    const { id } = await client().book(booking());
    const job = await client().cancel({ id, reason });
    expect(cancelledJob.strict().parse(job)).toEqual(job);
    expect(job).toMatchObject({
      id,
      status: 'cancelled',
      cancellation: {
        reason,
        fee_cents: 0,
        currency: 'ZAR',
        rule: 'Cancelled before assignment: no fee.',
      },
      webhook_events: ['job.cancelled'],
    });
    expect((await client().get({ id })).status).toBe('cancelled');
  });

  it('finds the job by its reference', async () => {
    const { id, ref } = await client().book(booking());
    expect(await client().cancel({ id: ref, reason })).toMatchObject({ id, status: 'cancelled' });
  });

  it('costs half of the base price once a driver is assigned', async () => {
    const { id } = await jobThatIs('assigned');
    const { cancellation } = await client().cancel({ id, reason });
    expect(cancellation.fee_cents).toBe(9251);
  });

  it('emits job.cancelled after job.created', async () => {
    const { id, ref } = await client().book(booking());
    const { cancellation } = await client().cancel({ id, reason });
    const events = (await app.outbox('jobs')).filter((event) => event.job_id === id);
    expect(events.toSorted((a, b) => a.sequence - b.sequence)).toMatchObject([
      { type: 'job.created', sequence: 1 },
      {
        type: 'job.cancelled',
        sequence: 2,
        data: { job_id: id, ref, ...cancellation },
        internals: {
          job: { status: 'cancelled' },
          custody: { type: 'cancelled', by: 'client:cli_test' },
        },
      },
    ]);
  });

  it('moves the job from one count to the other', async () => {
    const { id } = await client().book(booking());
    await client().cancel({ id, reason });
    const total = async (status: Status, site?: string) =>
      (await client().list({ status, ...(site && { site }) })).total;
    expect([await total('booked'), await total('cancelled')]).toEqual([0, 1]);
    expect([await total('booked', 'cli-0'), await total('cancelled', 'cli-0')]).toEqual([0, 1]);
  });

  it('succeeds for one of many who cancel at once', async () => {
    const { id } = await client().book(booking());
    const replies = await Promise.all(Array.from({ length: 20 }, () => cancel({ id, reason })));
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies.filter((reply) => 'refused' in reply)).toHaveLength(19);
    expect((await client().list({ status: 'cancelled' })).total).toBe(1);
  });
});

describe('cancel refuses', () => {
  it.each([
    ['already_cancelled', 'cancelled'],
    ['already_delivered', 'delivered'],
    ['in_custody', 'collected'],
    ['in_custody', 'in_transit'],
  ] as const)('with %s a job that is %s', async (code, status) => {
    const { id } = await jobThatIs(status);
    expect(await cancel({ id, reason })).toMatchObject({ refused: { code } });
  });

  it("with job_not_found another tenant's job like one that never was", async () => {
    const { id } = await client().book(booking());
    const never = await cancel({ id: 'job_none', reason });
    expect(never).toMatchObject({ refused: { code: 'job_not_found' } });
    expect(await cancel({ id, reason }, newTenant())).toEqual(never);
    expect((await client().get({ id })).status).toBe('booked');
  });

  it.each([
    ['no reason', {}],
    ['an empty one', { reason: '' }],
    ['blanks', { reason: '  ' }],
    ['a number', { reason: 7 }],
  ])('with reason_required %s', async (_, fields) => {
    const { id } = await client().book(booking());
    expect(await cancel({ id, ...fields })).toMatchObject({ refused: { code: 'reason_required' } });
  });

  it('a reason that is too long as bad input', async () => {
    const { id } = await client().book(booking());
    expect(await cancel({ id, reason: 'x'.repeat(501) })).toMatchObject({
      invalid: [{ path: ['reason'] }],
    });
  });
});
