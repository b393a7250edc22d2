import { describe, expect, it, onTestFinished } from 'vitest';
import { blocksOf, laneCount, shareOf } from '../src/pages/desk/timeline-scale.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { day, waitingJob } from './timeline-answers.ts';

const token = tokenOf('dispatcher');
async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  return under;
}
const path = '/desk/timeline';

const meant = { confirmed: 'yes', reason: 'Nearer.' };

describe('the scale', () => {
  it.each([
    ['2026-11-01T22:00:00.000Z', 0],
    ['2026-11-02T10:00:00.000Z', 25],
    ['2026-11-03T22:00:00.000Z', 100],
    ['2026-10-01T00:00:00.000Z', 0],
    ['2026-12-01T00:00:00.000Z', 100],
  ])('puts %s at %s percent', (at, share) => {
    expect(shareOf(at, day)).toBe(share);
  });

  const job = (starts: string, due: string) => ({
    ...waitingJob,
    starts_at: `2026-11-02T${starts}:00.000Z`,
    sla_due: `2026-11-02T${due}:00.000Z`,
  });

  it('puts blocks that touch in lanes of their own, and uses a lane again', () => {
    const jobs = [job('08:00', '12:00'), job('09:00', '10:00'), job('12:00', '13:00')];
    const blocks = blocksOf(jobs, day);
    expect(blocks.map(({ lane }) => lane)).toEqual([0, 1, 0]);
    expect(laneCount(blocks)).toBe(2);
    expect(laneCount([])).toBe(1);
  });

  it('keeps a short or overdue block large enough to be hit', () => {
    const overdue = { ...waitingJob, starts_at: '2026-10-30T08:00:00.000Z' };
    const blocks = blocksOf(
      [job('08:00', '08:10'), { ...overdue, sla_due: '2026-10-30T09:00:00.000Z' }],
      day,
    );
    expect(blocks.map(({ width }) => width)).toEqual([1.6, 1.6]);
    expect(blocks[0]).toMatchObject({ left: 0 });
  });
});

describe('the timeline', () => {
  it('says in its table what the picture says: driver, window and reasons against', async () => {
    const { get } = await desk();
    const { body } = await get(path, token);
    const table = body.slice(body.indexOf('aria-label="Jobs of the timeline"'));
    for (const words of [
      'HC-0001',
      'Naledi Example',
      'No cold box on file for the vehicle',
      'At the same time as HC-0003',
      'Without a job: Sipho Example.',
      'More jobs wait for a driver than are shown.',
    ]) {
      expect(table).toContain(words);
    }
    expect(body).toContain(
      'aria-label="No cold box · HC-0002, 09:00 to 12:00. No cold box on file',
    );
    expect(body).not.toContain('style="');
  });

  it('suggests drivers for the job that was chosen, and fills the form', async () => {
    const { get, services } = await desk();
    const { body } = await get(`${path}?date=2026-11-02&job=job_01&driver=drv_2`, token);
    expect(services.asked('suggestDrivers')).toEqual([{ id: 'job_01' }]);
    expect(body).toContain('<option value="job_01.1" selected>');
    expect(body).toContain(
      '<option value="drv_2" selected>Sipho Example – 4.2 km, 7 min, no jobs at that time',
    );
    expect(body).toContain('Driving licence of the driver is valid through 1 Nov 2026');
  });

  it('assigns the version that was seen, in the name of the person', async () => {
    const { get, post, services } = await desk();
    const { body } = await get(path, token);
    const fields = { ...hiddenFields(body, `${path}/assign`), job: 'job_01.1' };
    const chosen = { ...fields, driver_id: 'drv_2', vehicle_id: 'veh_1', ...meant };
    const answer = await post(`${path}/assign`, token, chosen);
    expect(answer.headers.location).toBe(`${path}?date=2026-11-02`);
    expect(services.asked('assign')).toEqual([
      ...[
        {
          id: 'job_01',
          version: 1,
          driver_id: 'drv_2',
          vehicle_id: 'veh_1',
          reason: 'Nearer.',
          by: 'Person dispatcher',
        },
      ],
    ]);
  });

  it('tells the second of two people what the first one did, with the job as it is now', async () => {
    const { get, post, services } = await desk();
    const { body } = await get(path, token);
    services.answers.set('jobs.assign', () => ({
      refused: {
        code: 'job_changed',
        detail:
          'Job HC-0001 was assigned to Sipho with CA 9, by Lerato M at 2026-11-02T07:59:00.000Z.',
      },
    }));
    services.answers.set('jobs.timeline', () => ({
      ok: { ...day, unassigned: [{ ...waitingJob, version: 2 }] },
    }));
    const fields = { ...hiddenFields(body, `${path}/assign`), job: 'job_01.1' };
    const answer = await post(`${path}/assign`, token, {
      ...{ ...fields, driver_id: 'drv_2', vehicle_id: 'veh_1', ...meant },
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.body).toContain('by Lerato M at 2 Nov 2026, 09:59.');
    expect(answer.body).toContain('<option value="job_01.2" selected>');
  });

  it.each(['assign', 'undo'])('sends nothing that is not confirmed: %s', async (name) => {
    const { get, post, services } = await desk();
    const hidden = hiddenFields((await get(path, token)).body, `${path}/${name}`);
    const chosen = { job: 'job_02.2', driver_id: 'drv_2', vehicle_id: 'veh_1' };
    const answer = await post(`${path}/${name}`, token, { ...chosen, ...hidden });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Tick that it is meant');
    expect([...services.asked('assign'), ...services.asked('undoAssignment')]).toEqual([]);
  });

  it('undoes the latest assignment', async () => {
    const { get, post, services } = await desk();
    const { body } = await get(path, token);
    expect(body).toContain('HC-0002 is assigned to Naledi Example, by Lerato M');
    await post(`${path}/undo`, token, { ...hiddenFields(body, `${path}/undo`), ...meant });
    expect(services.asked('undoAssignment')).toEqual([
      { id: 'job_02', version: 2, reason: 'Nearer.', by: 'Person dispatcher' },
    ]);
  });

  it('shows the day where the fleet is away, without the form', async () => {
    const { get, services } = await desk();
    services.answers.delete('tracking.listVehicles');
    const { statusCode, body } = await get(path, token);
    expect(statusCode).toBe(200);
    expect(body).toContain('Drivers and vehicles are not available at the moment');
  });
});
