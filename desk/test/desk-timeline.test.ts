import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  laneCount,
  offShift,
  shareOf,
} from '../src/pages/desk/timeline/timeline-scale.ts';
import { movedAddress, windowOf } from '../src/pages/desk/timeline/timeline-window.ts';
import { day, waitingJob } from './desk-job-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { hrefsOf, textOf } from './markup.ts';

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

  const at = (time: string) => `2026-11-02T${time}:00.000Z`;
  const now = new Date(at('08:00'));
  const job = (starts: string, due: string) => ({
    ...{ ...waitingJob, starts_at: at(starts), sla_due: at(due) },
  });

  it('puts blocks that touch in lanes of their own, and uses a lane again', () => {
    const jobs = [job('08:00', '12:00'), job('09:00', '10:00'), job('12:00', '13:00')];
    const blocks = blocksOf(jobs, { span: day, now });
    expect(blocks.map(({ lane }) => lane)).toEqual([0, 1, 0]);
    expect(laneCount(blocks)).toBe(2);
    expect(laneCount([])).toBe(1);
  });

  it('shades what is outside of shifts, and nothing where none are recorded', () => {
    const shift = (from: string, to: string) => ({
      ...{ from: `2026-11-${from}:00.000Z`, to: `2026-11-${to}:00.000Z` },
    });
    expect(offShift(null, day)).toEqual([]);
    expect(offShift([], day)).toEqual([{ left: 0, width: 100 }]);
    // A night shift that began before the first day, and one in the second day.
    const nights = [shift('01T20:00', '02T04:00'), shift('03T10:00', '03T22:00')];
    expect(offShift(nights, day)).toEqual([{ left: 12.5, width: 62.5 }]);
  });

  it('keeps a short block large enough to be hit', () => {
    const blocks = blocksOf([job('08:00', '08:10')], { span: day, now });
    expect(blocks).toMatchObject([{ width: 4, lateFrom: 100 }]);
  });

  it('draws a late job until now, and leaves out what is of other hours', () => {
    const span = { from: at('06:00'), to: at('14:00') };
    const late = new Date(at('10:00'));
    const jobs = [job('07:00', '08:00'), job('14:00', '15:00'), job('10:00', '12:00')];
    expect(blocksOf(jobs, { span, now: late })).toMatchObject([
      { left: 12.5, width: 37.5, lateFrom: 33.333 },
      { left: 50, width: 25, lateFrom: 100 },
    ]);
    expect(blocksOf(jobs.slice(0, 1), { span: { ...span, from: at('11:00') }, now: late })).toEqual(
      [],
    );
  });

  it.each([
    [{}, ['2026-11-02T06:00', '2026-11-02T14:00']],
    [{ hours: '4' }, ['2026-11-02T07:00', '2026-11-02T11:00']],
    [{ hours: '24' }, ['2026-11-02T02:00', '2026-11-03T02:00']],
    [{ date: '2026-11-03' }, ['2026-11-03T04:00', '2026-11-03T12:00']],
    [{ date: '2026-11-03', hours: '24' }, ['2026-11-02T22:00', '2026-11-03T22:00']],
    [{ from: '20' }, ['2026-11-02T18:00', '2026-11-03T02:00']],
  ] as const)('shows for %j the hours %j', (wanted, [from, to]) => {
    const moment = (text: string) => `${text}:00.000Z`;
    expect(windowOf(wanted, now)).toMatchObject({ from: moment(from), to: moment(to) });
  });

  it('leads to hours of the day before', () => {
    const span = windowOf({ from: '1' }, now);
    expect(movedAddress(span, -4, { hours: '8' })).toBe(
      '/desk/timeline?date=2026-11-01&hours=8&from=21',
    );
  });
});

describe('the timeline', () => {
  it('says of each block driver, times, state and reasons against', async () => {
    const { body } = await open();
    expect(textOf(body)).toContain('More jobs wait for a driver than are shown.');
    expect(body).toContain(
      'aria-label="No cold box · HC-0002, 09:00 to 12:00, Assigned, Clinic → Laboratory. No cold box on file for the vehicle. At the same time as HC-0003"',
    );
    expect(body).toContain(
      'aria-label="No jobs in these hours. On shift 2 Nov 2026, 08:00 to 17:00"',
    );
    expect(hrefsOf(body)).toContain('/desk/timeline?date=2026-11-02&job=job_02#assign');
    expect(hrefsOf(body)).toContain('/desk/jobs/job_03');
    expect(body).not.toContain('<rect class="off"');
    expect((await open('?hours=24')).body).toContain('<rect class="off"');
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
