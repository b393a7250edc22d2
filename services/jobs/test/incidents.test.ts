import { incident, jobs } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf, deliveryFailed } from './carrier.ts';

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
const report = { category: 'spill', severity: 'high', description: 'a tube broke' } as const;

describe('reportIncident', () => {
  it('answers the incident and tells it, without its description', async () => {
    const { id, ref } = await road().jobThatIs(tenant, 'collected');
    const answer = await road()
      .desk()
      .reportIncident({ job_id: ref, ...report });
    expect(incident.strict().parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^inc_/),
      job_id: id,
      ...report,
      occurred_at: '2026-11-02T08:00:00.000Z',
    });
    const emitted = (await road().events(id)).at(-1);
    expect(emitted).toMatchObject({
      type: 'incident.reported',
      tenant_id: tenant,
      data: { job_id: id, ref, incident_id: answer.id, category: 'spill', severity: 'high' },
      internals: { job: { status: 'collected' }, custody: null },
    });
    expect(JSON.stringify(emitted)).not.toContain('tube');
  });

  it('loses its description when the proof of its job is erased, also that of the return', async () => {
    const { id } = await road().jobThatIs(tenant, 'in_transit');
    const other = await road().jobThatIs(tenant, 'in_transit');
    const { return_job_id } = await road().report(id, deliveryFailed);
    const reported = [id, return_job_id ?? '', other.id];
    for (const job_id of reported)
      await road()
        .desk()
        .reportIncident({ job_id, ...report });
    await app.owner.query(
      'insert into jobs.erased_job (tenant_id, job_id, due_at) values ($1, $2, $3)',
      [tenant, id, app.clock.now()],
    );
    await app.runSchedule('jobs', 'erase-copies');
    const left = reported.map(async (job_id) => {
      const { data } = await road().desk().listIncidents({ job_id });
      return data.map(({ description, category }) => [description, category]);
    });
    expect(await Promise.all(left)).toEqual([
      [['Erased.', 'spill']],
      [['Erased.', 'spill']],
      [['a tube broke', 'spill']],
    ]);
  });

  it('changes nothing of the job', async () => {
    const { id } = await road().jobThatIs(tenant, 'delivered');
    const before = await app.clients(tenant).jobs.get({ id });
    await road()
      .desk()
      .reportIncident({ job_id: id, ...report });
    expect(await app.clients(tenant).jobs.get({ id })).toEqual(before);
  });

  it('happened when it says, where the phone was offline, with a photo of the job', async () => {
    const { id } = await road().jobThatIs(tenant, 'collected');
    const at = app.clock.now().toISOString();
    app.clock.advanceMs(3_600_000);
    const told = { job_id: id, at, photo_file_id: 'file_p', ...report };
    const answer = await road().desk().reportIncident(told);
    expect(answer).toMatchObject({ occurred_at: at });
    const { data } = await road().desk().listIncidents({ job_id: id });
    expect(data).toEqual([{ ...answer, photo_url: 'https://svc.example/files/file_p' }]);
  });

  it.each([
    ['before its job was booked', { at: '2026-11-02T07:59:59.999Z' }, 'invalid_time'],
    ['more than a minute ahead', { at: '2036-11-02T08:00:00Z' }, 'invalid_time'],
    ['with a photo that is none of the job', { photo_file_id: 'file_x' }, 'unknown_file'],
    ['with a signature as its photo', { photo_file_id: 'file_s' }, 'unknown_file'],
  ])('refuses one %s', async (_, fields, code) => {
    const { id } = await road().jobThatIs(tenant, 'collected');
    const reply = await app.call(
      [jobs, 'reportIncident'],
      { job_id: id, ...report, ...fields },
      { tenant: carrier },
    );
    expect(reply).toMatchObject({ refused: { code } });
  });

  it.each(['job_none', 'SVC-00000000', 'no id'])(
    'refuses with job_not_found an incident of %s',
    async (job_id) => {
      const reply = await app.call(
        [jobs, 'reportIncident'],
        { job_id, ...report },
        { tenant: carrier },
      );
      expect(reply).toMatchObject({ refused: { code: 'job_not_found' } });
    },
  );

  it('refuses as bad input a category that is none', async () => {
    const input = { job_id: 'job_none', ...report, category: 'weather' };
    const reply = await app.call([jobs, 'reportIncident'], input, { tenant: carrier });
    expect(reply).toMatchObject({ invalid: [{ path: ['category'] }] });
  });
});

describe('listIncidents', () => {
  it('answers those of all tenants, newest first, page by page', async () => {
    const { desk, jobThatIs } = road();
    const first = await jobThatIs(tenant, 'assigned');
    const second = await jobThatIs(newTenant(), 'assigned');
    const reported: string[] = [];
    for (const { id: job_id } of [first, second, first]) {
      app.clock.advanceMs(1000);
      reported.unshift((await desk().reportIncident({ job_id, ...report })).id);
    }
    const page = await desk().listIncidents({ limit: 2 });
    expect(page).toMatchObject({
      object: 'list',
      has_more: true,
      data: reported.slice(0, 2).map((id) => ({ id })),
    });
    const next = await desk().listIncidents({ limit: 1, starting_after: reported[1] });
    expect(next.data.map(({ id }) => id)).toEqual([reported[2]]);
    const ofFirst = await desk().listIncidents({ job_id: first.ref });
    expect(ofFirst).toMatchObject({
      has_more: false,
      data: [{ id: reported[0] }, { id: reported[2] }],
    });
    expect((await desk().listIncidents({ job_id: 'job_none' })).data).toEqual([]);
  });
});
