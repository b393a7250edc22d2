import { jobDetail, jobs, type RequestOf } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booking, type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf, deliveryFailed } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  app.clock.set('2026-11-02T08:00:00.000Z');
  tenant = newTenant();
});

const instructions = {
  note: 'Zz-gate is blue',
  pickup_contact: { name: 'Zz-Naledi', phone: '+27 11 555 0161' },
  dropoff_contact: { name: 'Zz-Sipho', phone: '+27 11 555 0162' },
};
const none = { note: '', pickup_contact: null, dropoff_contact: null };
const personal = /Zz-|555 016/;

const client = () => app.clients(tenant).jobs;
const book = (fields: Partial<RequestOf<typeof jobs.actions.book>> = instructions) =>
  client().book(booking(fields));
const update = (id: string, fields: object) =>
  app.call([jobs, 'update'], { id, ...fields }, { tenant });

/** Everything that the service has stored, as text. */
async function storedText(): Promise<string> {
  const { rows } = await app.owner.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'jobs'`,
  );
  const texts = await Promise.all(
    rows.map(({ name }) => app.owner.query(`select t::text from jobs.${name} t`)),
  );
  return JSON.stringify(texts.map((text) => text.rows));
}

async function storedInstructions() {
  const { rows } = await app.owner.query(
    'select job_id from jobs.job_instructions where tenant_id = $1',
    [tenant],
  );
  return rows;
}

describe('instructions of a booking', () => {
  it('are in the job for its tenant, and in no list or answer to a change', async () => {
    const booked = await book();
    const detail = await client().get({ id: booked.id });
    expect(jobDetail.strict().parse(detail)).toEqual(detail);
    expect(detail).toMatchObject(instructions);
    const others = [booked, await client().list({}), await client().track({ ref: booked.ref })];
    expect(JSON.stringify(others)).not.toMatch(personal);
  });

  it('are not for an API key, which reads the rest of the job', async () => {
    const { id } = await book();
    const reply = await app.call([jobs, 'get'], { id }, { tenant, actor: 'key_01' });
    expect(reply).toEqual({ ok: { ...(await client().get({ id })), ...none } });
  });

  it('are empty where none were sent', async () => {
    const { id } = await book({});
    expect(await client().get({ id })).toMatchObject(none);
    expect(await storedInstructions()).toEqual([]);
  });

  it('are stored encrypted, and neither in an event nor in a receipt', async () => {
    const as = { tenant, request: 'book', fingerprint: 'body' };
    const reply = await app.call([jobs, 'book'], booking(instructions), as);
    expect(reply).toHaveProperty('ok');
    expect(await app.call([jobs, 'book'], booking(instructions), as)).toMatchObject(reply);
    expect(await storedText()).not.toMatch(personal);
  });

  it.each([
    ['a note of 501 characters', { note: 'x'.repeat(501) }, 'note'],
    ['a contact without a telephone', { pickup_contact: { name: 'Desk' } }, 'pickup_contact'],
    [
      'a contact without a name',
      { dropoff_contact: { name: '', phone: '0115550161' } },
      'dropoff_contact',
    ],
    [
      'a telephone number that is none',
      { dropoff_contact: { name: 'Desk', phone: 'ask inside' } },
      'dropoff_contact',
    ],
  ])('refuses as bad input %s', async (_, fields, member) => {
    const reply = await app.call([jobs, 'book'], { ...booking(), ...fields }, { tenant });
    expect(reply).toMatchObject({ invalid: [{ path: expect.arrayContaining([member]) }] });
  });
});

describe('a change of instructions', () => {
  it('changes what is sent, deletes what is empty, and emits nothing', async () => {
    const { id } = await book();
    const change = { note: 'Zz-gate is green', pickup_contact: null };
    expect((await client().update({ id, ...change })).webhook_events).toEqual([]);
    expect(await client().get({ id })).toMatchObject({ ...instructions, ...change });
    await client().update({ id, ...none });
    expect(await client().get({ id })).toMatchObject(none);
    const events = (await app.outbox('jobs')).filter((event) => event.job_id === id);
    expect(events).toMatchObject([{ type: 'job.created' }]);
    expect(await storedText()).not.toMatch(personal);
  });

  it('goes with a change of labels, which is published without it', async () => {
    const { id } = await book({});
    const { webhook_events } = await client().update({ id, reference: 'PO-9', ...instructions });
    expect(webhook_events).toEqual(['job.updated']);
    expect(await client().get({ id })).toMatchObject({ reference: 'PO-9', ...instructions });
    expect(await storedText()).not.toMatch(personal);
  });

  it('is refused after collection, and leaves them as they were', async () => {
    const { id } = await carrierOf(app).jobThatIs(tenant, 'collected', instructions);
    expect(await update(id, { note: 'late' })).toMatchObject({ refused: { code: 'in_custody' } });
    expect(await client().get({ id })).toMatchObject(instructions);
  });

  it("finds another tenant's job no more than an absent one", async () => {
    const { id } = await book();
    const as = { tenant: newTenant() };
    const foreign = await app.call([jobs, 'update'], { id, note: 'mine' }, as);
    expect(foreign).toEqual(await app.call([jobs, 'update'], { id: 'job_none', note: 'mine' }, as));
    expect(await client().get({ id })).toMatchObject(instructions);
  });
});

describe('instructions of a job', () => {
  it('go to its return, where the contacts change places', async () => {
    const road = carrierOf(app);
    const { id } = await road.jobThatIs(tenant, 'in_transit', instructions);
    const { return_job_id } = await road.report(id, deliveryFailed);
    expect(await client().get({ id: return_job_id ?? '' })).toMatchObject({
      note: instructions.note,
      pickup_contact: instructions.dropoff_contact,
      dropoff_contact: instructions.pickup_contact,
    });
  });

  it('are erased with its proof, those of its return too, and no others', async () => {
    const road = carrierOf(app);
    const other = await book();
    const { id } = await road.jobThatIs(tenant, 'in_transit', instructions);
    const { return_job_id } = await road.report(id, deliveryFailed);
    await app.owner.query(
      'insert into jobs.erased_job (tenant_id, job_id, due_at) values ($1, $2, $3)',
      [tenant, id, app.clock.now()],
    );
    await app.runSchedule('jobs', 'erase-copies');
    expect(await client().get({ id })).toMatchObject(none);
    expect(await client().get({ id: return_job_id ?? '' })).toMatchObject(none);
    expect(await client().get({ id: other.id })).toMatchObject(instructions);
  });
});

describe('the retention of instructions', () => {
  const dayMs = 24 * 60 * 60 * 1000;
  /** 30 days after the booking, less a second, and then after them. */
  const purged = async (id: string) => {
    const found: boolean[] = [];
    for (const elapsedMs of [30 * dayMs - 1000, 1000]) {
      app.clock.advanceMs(elapsedMs);
      await app.runSchedule('jobs', 'purge-instructions');
      found.push((await client().get({ id })).note !== instructions.note);
    }
    return found;
  };

  it('ends 30 days after the last milestone', async () => {
    const { id } = await book();
    await client().cancel({ id, reason: 'not needed' });
    expect(await purged(id)).toEqual([false, true]);
    expect(await storedInstructions()).toEqual([]);
  });

  it('does not end while somebody is on the way or still to come', async () => {
    const { id } = await book();
    expect(await purged(id)).toEqual([false, false]);
    const { id: onBoard } = await carrierOf(app).jobThatIs(tenant, 'in_transit', instructions);
    expect(await purged(onBoard)).toEqual([false, false]);
  });
});

describe('ready_at', () => {
  it('is when the SLA begins', async () => {
    const ready_at = '2026-11-03T06:00:00.000Z';
    const { id, sla_due } = await book({ ready_at });
    expect(sla_due).toBe('2026-11-03T10:00:00.000Z');
    expect(await client().get({ id })).toMatchObject({ ready_at });
  });

  it('is refused with invalid_body when it is far from now', async () => {
    const reply = await app.call([jobs, 'book'], booking({ ready_at: '2027-11-03T06:00:00Z' }), {
      tenant,
    });
    expect(reply).toMatchObject({ refused: { code: 'invalid_body', path: ['ready_at'] } });
  });
});
