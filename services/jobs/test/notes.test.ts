import { jobNote } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf, deliveryFailed } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const road = () => carrierOf(app);
const text = 'The laboratory closes at four.';
const notesOf = async (id: string) => (await road().desk().listNotes({ id })).data;

describe('addNote', () => {
  it('answers the note, and changes and emits nothing', async () => {
    const { id, ref } = await road().jobThatIs(tenant, 'collected');
    const before = await app.clients(tenant).jobs.get({ id });
    const emitted = (await road().events(id)).length;
    const answer = await road().desk().addNote({ id: ref, text, by: 'Lerato M' });
    expect(jobNote.strict().parse(answer)).toEqual({
      object: 'job_note',
      id: expect.stringMatching(/^note_/),
      ...{ job_id: id, text, by: 'Lerato M' },
      created_at: '2026-11-02T08:00:00.000Z',
    });
    expect(await app.clients(tenant).jobs.get({ id })).toEqual(before);
    expect(await road().events(id)).toHaveLength(emitted);
  });

  it('is possible when the job is over', async () => {
    const { id } = await road().jobThatIs(tenant, 'delivered');
    await expect(road().desk().addNote({ id, text })).resolves.toMatchObject({ text });
  });

  it.each([
    ['longer than 1000 characters', 'x'.repeat(1_001)],
    ['without a character', ''],
  ])('refuses a text %s', async (_what, long) => {
    const { id } = await road().jobThatIs(tenant, 'booked');
    await expect(road().desk().addNote({ id, text: long })).rejects.toMatchObject({
      issues: [expect.objectContaining({ path: ['text'] })],
    });
    expect(await notesOf(id)).toEqual([]);
  });

  it('refuses a job that is not there', async () => {
    await expect(road().desk().addNote({ id: 'absent', text })).rejects.toMatchObject({
      code: 'job_not_found',
    });
  });

  it('cannot be altered by the service itself', async () => {
    const { id } = await road().jobThatIs(tenant, 'booked');
    await road().desk().addNote({ id, text });
    const { rows } = await app.owner.query(
      "select has_table_privilege(rolname, 'jobs.job_note', 'update') as may from pg_roles where rolname like '%\\_jobs'",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ may }) => may === false)).toBe(true);
  });
});

describe('listNotes', () => {
  it('has those of the job, the newest first, a page at a time', async () => {
    const { id } = await road().jobThatIs(tenant, 'booked');
    const other = await road().jobThatIs(tenant, 'booked');
    for (const each of ['one', 'two', 'three']) {
      app.clock.advanceMs(1);
      await road().desk().addNote({ id, text: each });
    }
    await road().desk().addNote({ id: other.id, text: 'of another job' });
    const first = await road().desk().listNotes({ id, limit: 2 });
    expect(first).toMatchObject({ data: [{ text: 'three' }, { text: 'two' }], has_more: true });
    const starting_after = first.data.at(-1)?.id;
    expect(await road().desk().listNotes({ id, starting_after })).toMatchObject({
      ...{ data: [{ text: 'one' }], has_more: false },
    });
  });

  it('refuses a job that is not there', async () => {
    await expect(road().desk().listNotes({ id: 'absent' })).rejects.toMatchObject({
      code: 'job_not_found',
    });
  });

  it('has none once the proof of the job is erased, nor has its return', async () => {
    const { id } = await road().jobThatIs(tenant, 'in_transit');
    const other = await road().jobThatIs(tenant, 'in_transit');
    const { return_job_id } = await road().report(id, deliveryFailed);
    const noted = [id, return_job_id ?? '', other.id];
    for (const each of noted) await road().desk().addNote({ id: each, text });
    await app.owner.query(
      'insert into jobs.erased_job (tenant_id, job_id, due_at) values ($1, $2, $3)',
      [tenant, id, app.clock.now()],
    );
    await app.runSchedule('jobs', 'erase-copies');
    expect((await Promise.all(noted.map(notesOf))).map((notes) => notes.length)).toEqual([0, 0, 1]);
  });
});
