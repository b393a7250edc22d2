import type { jobs, RequestOf } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { booking, deliveryFailed, jobsTest } from './app.ts';

const app = jobsTest();

const instructions = {
  note: 'Zz-gate is blue',
  pickup_contact: { name: 'Zz-Naledi', phone: '+27 11 555 0161' },
  dropoff_contact: { name: 'Zz-Sipho', phone: '+27 11 555 0162' },
};
const none = { note: '', pickup_contact: null, dropoff_contact: null };
/** Long enough that no ciphertext holds it by chance. */
const personal = /Zz-(gate|Naledi|Sipho)|555 016/;

const book = (fields: Partial<RequestOf<typeof jobs.actions.book>> = instructions) =>
  app.as().book(booking(fields));

/** Everything that the service has stored, as text. */
async function storedText(): Promise<string> {
  const rows = await app.sql(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'jobs'`,
  );
  const tables = rows.map(({ name }) => app.sql(`select t::text from jobs.${name} t`));
  return JSON.stringify(await Promise.all(tables));
}

async function storedInstructions() {
  const rows = await app.sql('select job_id from jobs.job_instructions where tenant_id = $1', [
    app.tenant,
  ]);
  return rows;
}

describe('instructions of a booking', () => {
  it('are in the job for its tenant, and in no list or reply to a change', async () => {
    const booked = await book();
    const detail = await app.as().get({ id: booked.id });
    expect(detail).toMatchObject(instructions);
    const others = [booked, await app.as().list({}), await app.as().track({ ref: booked.ref })];
    expect(JSON.stringify(others)).not.toMatch(personal);
  });

  it('are hidden from an API key, which reads the rest of the job', async () => {
    const { id } = await book();
    const reply = await app.call('get', { id }, { tenant: app.tenant, actor: 'key_01' });
    expect(reply).toEqual({ ok: { ...(await app.as().get({ id })), ...none } });
  });

  it('are stored encrypted, and neither in an event nor in a receipt', async () => {
    const as = { tenant: app.tenant, request: 'book', fingerprint: 'body' };
    const reply = await app.call('book', booking(instructions), as);
    expect(reply).toHaveProperty('ok');
    expect(await app.call('book', booking(instructions), as)).toMatchObject(reply);
    expect(await storedText()).not.toMatch(personal);
  });
});

describe('a change of instructions', () => {
  it('changes what is sent, deletes what is empty, and emits nothing', async () => {
    const { id } = await book();
    const change = { note: 'Zz-gate is green', pickup_contact: null };
    expect((await app.as().update({ id, ...change })).webhook_events).toEqual([]);
    expect(await app.as().get({ id })).toMatchObject({ ...instructions, ...change });
    await app.as().update({ id, ...none });
    expect(await app.as().get({ id })).toMatchObject(none);
    const events = await app.outbox(id);
    expect(events).toMatchObject([{ type: 'job.created' }]);
    expect(await storedText()).not.toMatch(personal);
  });

  it('is stored with a change of labels, and published without it', async () => {
    const { id } = await book({});
    const { webhook_events } = await app.as().update({ id, reference: 'PO-9', ...instructions });
    expect(webhook_events).toEqual(['job.updated']);
    expect(await app.as().get({ id })).toMatchObject({ reference: 'PO-9', ...instructions });
    expect(await storedText()).not.toMatch(personal);
  });
});

it('go to the return, where the contacts change places', async () => {
  const { id } = await app.jobThatIs('in_transit', instructions);
  const { return_job_id } = await app.report(id, deliveryFailed);
  expect(await app.as().get({ id: return_job_id ?? '' })).toMatchObject({
    note: instructions.note,
    pickup_contact: instructions.dropoff_contact,
    dropoff_contact: instructions.pickup_contact,
  });
});

it('are erased with the proof of their job and its return alone', async () => {
  const other = await book();
  const { id } = await app.jobThatIs('in_transit', instructions);
  const { return_job_id } = await app.report(id, deliveryFailed);
  await app.sql('insert into jobs.erased_job (tenant_id, job_id, due_at) values ($1, $2, $3)', [
    app.tenant,
    id,
    app.clock.now(),
  ]);
  await app.runSchedule('erase-copies');
  expect(await app.as().get({ id })).toMatchObject(none);
  expect(await app.as().get({ id: return_job_id ?? '' })).toMatchObject(none);
  expect(await app.as().get({ id: other.id })).toMatchObject(instructions);
});

describe('the retention of instructions', () => {
  const dayMs = 24 * 60 * 60 * 1000;
  /** 30 days after the booking, less a second, and then after them. */
  const purged = async (id: string) => {
    const found: boolean[] = [];
    for (const elapsedMs of [30 * dayMs - 1000, 1000]) {
      app.clock.advanceMs(elapsedMs);
      await app.runSchedule('purge-instructions');
      found.push((await app.as().get({ id })).note !== instructions.note);
    }
    return found;
  };

  it('ends 30 days after the last milestone', async () => {
    const { id } = await book();
    await app.as().cancel({ id, reason: 'not needed' });
    expect(await purged(id)).toEqual([false, true]);
    expect(await storedInstructions()).toEqual([]);
  });

  it('does not end while the job is open', async () => {
    const { id } = await book();
    expect(await purged(id)).toEqual([false, false]);
    const { id: onBoard } = await app.jobThatIs('in_transit', instructions);
    expect(await purged(onBoard)).toEqual([false, false]);
  });
});
