import { idsByPage, newTenant, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { deliveryFailed, jobsTest } from './app.ts';

const app = jobsTest();

const text = 'The laboratory closes at four.';
const notesOf = async (id: string) => (await app.desk().listNotes({ id })).data;

it('addNote returns the note and changes and emits nothing else', async () => {
  const { id, ref } = await app.jobThatIs('collected');
  const before = await app.as().get({ id });
  const emitted = (await app.outbox(id)).length;
  const answer = await app.desk().addNote({ id: ref, text, by: 'Lerato M' });
  expect(answer).toEqual({
    object: 'job_note',
    id: expect.stringMatching(/^note_/),
    ...{ job_id: id, text, by: 'Lerato M' },
    created_at: '2026-11-02T08:00:00.000Z',
  });
  expect(await app.as().get({ id })).toEqual(before);
  expect(await app.outbox(id)).toHaveLength(emitted);
});

it("the service's database role cannot update notes", async () => {
  const { id } = await app.jobThatIs('booked');
  await app.desk().addNote({ id, text });
  const rows = await app.sql(
    "select has_table_privilege(rolname, 'jobs.job_note', 'update') as may from pg_roles where rolname like '%\\_jobs'",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ may }) => may === false)).toBe(true);
});

it('listNotes returns those of the job, newest first, page by page', async () => {
  const { id } = await app.jobThatIs('booked');
  const other = await app.jobThatIs('booked');
  const noted: string[] = [];
  for (const each of ['one', 'two', 'three']) {
    app.clock.advanceMs(1);
    noted.unshift((await app.desk().addNote({ id, text: each })).id);
  }
  await app.desk().addNote({ id: other.id, text: 'of another job' });
  const pages = await idsByPage((page) => app.desk().listNotes({ id, ...page }));
  expect(pages).toEqual([noted.slice(0, 2), noted.slice(2)]);
});

const report = { category: 'spill', severity: 'high', description: 'a tube broke' } as const;

it('erasing the proof of a job erases its notes and incidents, and those of its return', async () => {
  const { id } = await app.jobThatIs('in_transit');
  const other = await app.jobThatIs('in_transit');
  const { return_job_id } = await app.report(id, deliveryFailed);
  const reported = [id, return_job_id ?? '', other.id];
  for (const job_id of reported) {
    await app.desk().addNote({ id: job_id, text });
    await app.desk().reportIncident({ job_id, ...report });
  }
  await app.sql('insert into jobs.erased_job (tenant_id, job_id, due_at) values ($1, $2, $3)', [
    app.tenant,
    id,
    app.clock.now(),
  ]);
  await app.runSchedule('erase-copies');
  expect((await Promise.all(reported.map(notesOf))).map(({ length }) => length)).toEqual([0, 0, 1]);
  const left = reported.map(async (job_id) => {
    const { data } = await app.desk().listIncidents({ job_id });
    return data.map(({ description, category }) => [description, category]);
  });
  expect(await Promise.all(left)).toEqual([
    [['Erased.', 'spill']],
    [['Erased.', 'spill']],
    [['a tube broke', 'spill']],
  ]);
});

describe('reportIncident', () => {
  it('reportIncident emits the incident without its description', async () => {
    const { id, ref } = await app.jobThatIs('collected');
    const answer = await app.desk().reportIncident({ job_id: ref, ...report });
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^inc_/),
      job_id: id,
      ...report,
      occurred_at: '2026-11-02T08:00:00.000Z',
    });
    const emitted = (await app.outbox(id)).at(-1);
    expect(emitted).toMatchObject({
      type: 'incident.reported',
      tenant_id: app.tenant,
      data: { job_id: id, ref, incident_id: answer.id, category: 'spill', severity: 'high' },
      internals: { job: { status: 'collected' }, custody: null },
    });
    expect(JSON.stringify(emitted)).not.toContain('tube');
  });

  it('reportIncident records a past time and a photo of the job', async () => {
    const { id } = await app.jobThatIs('collected');
    const at = app.clock.now().toISOString();
    app.clock.advanceMs(3_600_000);
    const told = { job_id: id, at, photo_file_id: 'file_p', ...report };
    const answer = await app.desk().reportIncident(told);
    expect(answer).toMatchObject({ occurred_at: at });
    const { data } = await app.desk().listIncidents({ job_id: id });
    expect(data).toEqual([{ ...answer, photo_url: 'https://svc.example/files/file_p' }]);
  });

  it.each([
    ['before its job was booked', { at: '2026-11-02T07:59:59.999Z' }, 'invalid_time'],
    ['more than a minute ahead', { at: '2036-11-02T08:00:00Z' }, 'invalid_time'],
    ['with a photo that is none of the job', { photo_file_id: 'file_x' }, 'unknown_file'],
    ['with a signature as its photo', { photo_file_id: 'file_s' }, 'unknown_file'],
  ])('reportIncident refuses an incident %s', async (_, fields, code) => {
    const { id } = await app.jobThatIs('collected');
    const reply = await app.callDesk('reportIncident', { job_id: id, ...report, ...fields });
    expect(reply).toEqual(refused(code));
  });
});

it('listIncidents returns those of all tenants, newest first, page by page', async () => {
  await app.sql('truncate jobs.incident');
  const first = await app.jobThatIs('assigned');
  const second = await app.jobThatIs('assigned', {}, newTenant());
  const reported: string[] = [];
  for (const { id: job_id } of [first, second, first]) {
    app.clock.advanceMs(1000);
    reported.unshift((await app.desk().reportIncident({ job_id, ...report })).id);
  }
  const incidents = (filter: object) =>
    idsByPage((page) => app.desk().listIncidents({ ...filter, ...page }));
  expect(await incidents({})).toEqual([reported.slice(0, 2), reported.slice(2)]);
  expect(await incidents({ job_id: first.ref })).toEqual([[reported[0], reported[2]]]);
  expect((await app.desk().listIncidents({ job_id: 'job_none' })).data).toEqual([]);
});
