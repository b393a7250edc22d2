import { jobs } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { openStatuses } from '../src/pages/desk/rows/urgency.ts';
import { deskJob, liveJob, vehiclePosition } from './desk-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { faultsIn, textOf } from './markup.ts';

const { get, services } = useDesk();
const { answer, asked } = services;
const open = (search = '') => get(`/desk${search}`, tokenOf('dispatcher'));
const read = async (search = '') => (await open(search)).body;
const rowsOf = (body: string) => [...body.matchAll(/data-job="([^"]*)"/g)].map(([, id]) => id);

describe('the board', () => {
  it('shows all jobs under way, the most urgent first', async () => {
    const ofStatus = (status: (typeof openStatuses)[number]) => ({
      ...{ ...liveJob, id: `job_${status}`, status },
      driver_id: status === 'booked' ? null : 'drv_1',
    });
    answer('jobs.listLive', pageOf(openStatuses.map(ofStatus)));
    const body = await read();
    expect(rowsOf(body)[0]).toBe('job_booked');
    expect(rowsOf(body).toSorted()).toEqual(openStatuses.map((each) => `job_${each}`).toSorted());
    expect(asked('listLive')).toEqual([{ limit: 100 }]);
    for (const words of ['6 jobs under way', 'Naledi Example', '2 h 0 min left 12:00']) {
      expect(textOf(body)).toContain(words);
    }
    expect(body).toContain('<span class="chip bad">Interrupted</span>');
    expect(body).toContain('<strong class="mark">Unassigned</strong>');
  });

  it('shows the most overdue first, however many were booked after it', async () => {
    // The oldest is the last of the service, which lists the newest first.
    const booked = Array.from({ length: 250 }, (_, n) => ({
      ...{ ...liveJob, id: `job_${String(n).padStart(3, '0')}` },
      sla_due: new Date(Date.parse(liveJob.sla_due) - (250 - n) * 60_000).toISOString(),
    })).toReversed();
    services.answers.set('jobs.listLive', ({ input }) => {
      const { limit, starting_after } = jobs.actions.listLive.input.parse(input);
      const begin = booked.findIndex(({ id }) => id === starting_after) + 1;
      const end = begin + limit;
      return { ok: pageOf(booked.slice(begin, end), end < booked.length) };
    });
    const rows = rowsOf(await read());
    expect([rows.length, rows[0]]).toEqual([250, 'job_000']);
  });

  it('shows a job once that was on two pages, as others were booked meanwhile', async () => {
    services.answers.set('jobs.listLive', ({ input }) => ({
      ok: pageOf([liveJob], !JSON.stringify(input).includes('starting_after')),
    }));
    expect(rowsOf(await read())).toEqual(['job_01']);
  });

  it('leaves out jobs whose parcels are brought back', async () => {
    const returned = { ...liveJob, status: 'exception', return_job_id: 'job_02' };
    answer('jobs.listLive', pageOf([returned]));
    expect(rowsOf(await read())).toEqual([]);
  });

  it('says that it holds 2,000 where more are under way', async () => {
    answer('jobs.listLive', pageOf([liveJob], true));
    expect(textOf(await read())).toContain('More than 2,000 jobs are under way');
    expect(asked('listLive')).toHaveLength(20);
  });

  const outOfRange = '<strong class="mark">11.8 °C</strong>, of 2 to 8 °C</td>';
  it.each([
    ['in_transit', 11.8, outOfRange],
    ['in_transit', 4.5, '>4.5 °C, of 2 to 8 °C</td>'],
    ['assigned', 11.8, '>11.8 °C, of 2 to 8 °C</td>'],
    ['in_transit', null, '>2 to 8 °C</td>'],
  ] as const)('shows for a job %s the last reading of %s °C', async (status, celsius, cell) => {
    const job = { ...liveJob, status, driver_id: 'drv_1', vehicle_id: vehiclePosition.id };
    answer('jobs.listLive', pageOf([job]));
    const position = { ...vehiclePosition, temperature_c: celsius };
    answer('tracking.listVehiclePositions', pageOf([position]));
    expect(await read()).toContain(cell);
    services.answers.delete('tracking.listVehiclePositions');
    expect(await read()).toContain('>2 to 8 °C</td>');
  });

  it.each(['status=nowhere&driver_id=%20&q=', 'q=', 'q=+%09', 'q=a&q=b'])(
    'treats the filter "%s" as none',
    async (search) => {
      const { statusCode, body } = await open(`?${search}`);
      expect(statusCode).toBe(200);
      expect(textOf(body)).toContain('under way: without a driver first');
      expect(asked('listLive')).toHaveLength(1);
    },
  );

  it('keeps its filters, and what is searched for', async () => {
    const body = await read('?q=+Clinic+North+&driver_id=drv_1&show=unassigned');
    expect(textOf(body)).toContain('1 job found for “Clinic North”');
    expect(body).toMatch(/<input id="f-q" name="q" type="search" value="Clinic North"/);
    expect(body).toContain('<option value="drv_1" selected>Naledi Example</option>');
    expect(body).toContain('<option value="unassigned" selected>Unassigned</option>');
  });

  it.each([
    [[{ ...deskJob, status: 'delivered' }], '1 job found for “HC-0001” Select Job'],
    [[], 'No jobs found for “HC-0001”'],
  ])('says what the search of all jobs found (%#)', async (found, words) => {
    answer('jobs.listForDesk', pageOf(found));
    const body = await read('?q=HC-0001');
    expect(rowsOf(body)).toHaveLength(found.length);
    expect(textOf(body)).toContain(words);
    expect(body).toContain('<option value="">All</option>');
  });

  it.each(['a', '%00%01', 'a%07b', 'x'.repeat(65)])(
    'says why it does not search for "%s", and asks for nothing',
    async (q) => {
      const { statusCode, body } = await open(`?q=${q}`);
      expect(statusCode).toBe(200);
      expect(asked('listForDesk')).toEqual([]);
      expect(textOf(body)).toContain('No jobs: the search was not made');
      const fault = 'Enter 2 to 64 characters, without control characters.';
      expect(faultsIn(body)).toEqual({ q: fault });
      expect(body).toMatch(/<input id="f-q" [^>]* aria-invalid="true" aria-describedby="e-q">/);
    },
  );
});
