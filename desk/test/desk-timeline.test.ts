import { describe, expect, it } from 'vitest';
import { blocksOf, laneCount, shareOf } from '../src/pages/desk/timeline/timeline-scale.ts';
import { day, waitingJob } from './desk-job-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { textOf } from './markup.ts';

const { get, send, services } = useDesk();
const path = '/desk/timeline';
const open = (query = '') => get(path + query, tokenOf('dispatcher'));

describe('the scale of the timeline', () => {
  it.each([
    ['2026-11-01T22:00:00.000Z', 0],
    ['2026-11-02T10:00:00.000Z', 25],
    ['2026-11-03T22:00:00.000Z', 100],
    ['2026-10-01T00:00:00.000Z', 0],
    ['2026-12-01T00:00:00.000Z', 100],
  ])('puts the moment %s at %s percent', (at, share) => {
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
    const ends = { starts_at: '2026-10-30T08:00:00.000Z', sla_due: '2026-10-30T09:00:00.000Z' };
    const blocks = blocksOf([job('08:00', '08:10'), { ...waitingJob, ...ends }], day);
    expect(blocks.map(({ width }) => width)).toEqual([1.6, 1.6]);
    expect(blocks[0]).toMatchObject({ left: 0 });
  });
});

describe('the timeline', () => {
  it('says in its table what the picture says: driver, window and reasons against', async () => {
    const { body } = await open();
    const table = textOf(body.slice(body.indexOf('aria-label="Jobs of the timeline"')));
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
    expect(textOf(body)).toContain('HC-0002 is assigned to Naledi Example, by Lerato M');
  });

  it('suggests drivers for the job that was chosen, and fills the form', async () => {
    const { body } = await open('?date=2026-11-02&job=job_01&driver=drv_2');
    expect(services.asked('suggestDrivers')).toEqual([{ id: 'job_01' }]);
    expect(body).toContain('<option value="job_01.1" selected>');
    expect(body).toContain(
      '<option value="drv_2" selected>Sipho Example – 4.2 km, 7 min, no jobs at that time',
    );
    expect(textOf(body)).toContain('Driving licence of the driver is valid through 1 Nov 2026');
  });

  it('says to the second of two people what the first one did, with the job as it is', async () => {
    const detail = 'Job HC-0001 was assigned, by Lerato M at 2026-11-02T07:59:00.000Z.';
    services.answers.set('jobs.assign', () => {
      services.answer('jobs.timeline', { ...day, unassigned: [{ ...waitingJob, version: 2 }] });
      return { refused: { code: 'job_changed', detail } };
    });
    const chosen = { job: 'job_01.1', driver_id: 'drv_1', vehicle_id: 'veh_1', confirmed: 'yes' };
    const { answer } = await send({
      ...{ page: path, action: `${path}/assign`, fields: chosen, role: 'dispatcher' },
    });
    expect(answer.statusCode).toBe(409);
    expect(textOf(answer.body)).toContain('by Lerato M at 2 Nov 2026, 09:59.');
    expect(answer.body).toContain('<option value="job_01.2" selected>');
  });
});
