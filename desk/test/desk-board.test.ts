import { jobs } from '@svc/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStatuses } from '../src/pages/desk/urgency.ts';
import { deskJob, pageOf } from './desk-answers.ts';
import { deskUnderTest, tokenOf } from './desk-under-test.ts';
import { liveJob, vehiclePosition } from './live-jobs.ts';

const token = tokenOf('dispatcher');

async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  const { asked } = under.services;
  return { ...under, asked, open: (search = '') => under.get(`/desk${search}`, token) };
}

const rowsOf = (body: string) => [...body.matchAll(/data-job="([^"]*)"/g)].map(([, id]) => id);

describe('the board', () => {
  it('shows all jobs under way, the most urgent first', async () => {
    const { open, services, asked } = await desk();
    services.answers.set('jobs.listLive', () =>
      pageOf(
        openStatuses.map((status) => ({
          ...{ ...liveJob, id: `job_${status}`, status },
          driver_id: status === 'booked' ? null : 'drv_1',
        })),
      ),
    );
    const { body } = await open();
    expect(rowsOf(body)[0]).toBe('job_booked');
    expect(rowsOf(body).toSorted()).toEqual(openStatuses.map((each) => `job_${each}`).toSorted());
    expect(asked('listLive')).toEqual([{ limit: 100 }]);
    expect(body).toContain('6 jobs</span> under way');
    expect(body).toContain('<strong class="mark">Interrupted</strong>');
    expect(body).toContain('<strong class="mark">None</strong>');
    expect(body).toContain('<td role="cell">Naledi Example</td>');
    expect(body).toContain(
      '<time datetime="2026-11-02T10:00:00.000Z">12:00</time>, 2 h 0 min left',
    );
    expect(body).toContain('2 to 8 °C');
  });

  it('shows the most overdue first, however many were booked after it', async () => {
    const { open, services } = await desk();
    // The oldest is the last of the service, which lists the newest first.
    const booked = Array.from({ length: 250 }, (_, n) => ({
      ...{ ...liveJob, id: `job_${String(n).padStart(3, '0')}` },
      sla_due: new Date(Date.parse(liveJob.sla_due) - (250 - n) * 60_000).toISOString(),
    })).toReversed();
    services.answers.set('jobs.listLive', ({ input }) => {
      const { limit, starting_after } = jobs.actions.listLive.input.parse(input);
      const begin = booked.findIndex(({ id }) => id === starting_after) + 1;
      return pageOf(booked.slice(begin, begin + limit), begin + limit < booked.length);
    });
    const { body } = await open();
    expect(rowsOf(body)).toHaveLength(250);
    expect(rowsOf(body)[0]).toBe('job_000');
  });

  it('shows a job once that was on two pages, as others were booked meanwhile', async () => {
    const { open, services } = await desk();
    services.answers.set('jobs.listLive', ({ input }) =>
      pageOf([liveJob], !JSON.stringify(input).includes('starting_after')),
    );
    expect(rowsOf((await open()).body)).toEqual(['job_01']);
  });

  it('leaves out jobs whose parcels are brought back', async () => {
    const { open, services } = await desk();
    services.answers.set('jobs.listLive', () =>
      pageOf([{ ...liveJob, status: 'exception', return_job_id: 'job_02' }]),
    );
    expect(rowsOf((await open()).body)).toEqual([]);
  });

  it('says that it holds 2,000 where more are under way', async () => {
    const { open, services, asked } = await desk();
    services.answers.set('jobs.listLive', () => pageOf([liveJob], true));
    expect((await open()).body).toContain('More than 2,000 jobs are under way');
    expect(asked('listLive')).toHaveLength(20);
  });

  it.each([
    [
      'in_transit',
      11.8,
      '<td role="cell"><strong class="mark">11.8 °C</strong>, of 2 to 8 °C</td>',
    ],
    ['in_transit', 4.5, '<td role="cell">4.5 °C, of 2 to 8 °C</td>'],
    ['assigned', 11.8, '<td role="cell">11.8 °C, of 2 to 8 °C</td>'],
    ['in_transit', null, '<td role="cell">2 to 8 °C</td>'],
  ] as const)('shows of a job that is %s the last reading, %s', async (status, celsius, cell) => {
    const { open, services } = await desk();
    const job = { ...liveJob, status, driver_id: 'drv_1', vehicle_id: vehiclePosition.id };
    services.answers.set('jobs.listLive', () => pageOf([job]));
    services.answers.set('tracking.listVehiclePositions', () =>
      pageOf([{ ...vehiclePosition, temperature_c: celsius }]),
    );
    expect((await open()).body).toContain(cell);
    services.answers.delete('tracking.listVehiclePositions');
    expect((await open()).body).toContain('<td role="cell">2 to 8 °C</td>');
  });

  it('asks for what is filtered, page by page', async () => {
    const { open, services, asked } = await desk();
    services.answers.set('jobs.listForDesk', () => pageOf([deskJob], true));
    const { body } = await open(
      '?status=booked&driver_id=drv_1&unassigned=yes&starting_after=job_9',
    );
    expect(asked('listForDesk')).toEqual([
      {
        ...{ status: 'booked', driver_id: 'drv_1', unassigned: true, starting_after: 'job_9' },
        limit: 50,
      },
    ]);
    expect(body).toContain(
      'href="/desk?status=booked&amp;driver_id=drv_1&amp;unassigned=yes&amp;starting_after=job_01">Next page',
    );
    expect(body).toContain('<option value="drv_1" selected>Naledi Example</option>');
    expect(body).toMatch(/name="unassigned" type="checkbox" value="yes" checked/);
  });

  it('takes filters that do not fit for none', async () => {
    const { open, asked } = await desk();
    expect((await open('?status=nowhere&driver_id=%20&q=')).statusCode).toBe(200);
    expect(asked('listLive')).toHaveLength(1);
  });

  it('asks for what is searched for, within the other filters, and keeps it in its field', async () => {
    const { open, services, asked } = await desk();
    services.answers.set('jobs.listForDesk', () => pageOf([deskJob], true));
    const { body } = await open('?q=+Clinic+North+&status=booked&starting_after=job_9');
    expect(asked('listForDesk')).toEqual([
      { q: 'Clinic North', status: 'booked', starting_after: 'job_9', limit: 50 },
    ]);
    expect(rowsOf(body)).toEqual(['job_01']);
    expect(body).toContain('1 job</span> found for “Clinic North”, on this page');
    expect(body).toContain('<label for="f-q">Find a job</label>');
    expect(body).toMatch(/<input id="f-q" name="q" type="search" value="Clinic North"/);
    expect(body).toContain(
      'href="/desk?q=Clinic+North&amp;status=booked&amp;starting_after=job_01"',
    );
  });

  it('shows jobs that are over where they are searched for', async () => {
    const { open, services } = await desk();
    services.answers.set('jobs.listForDesk', () => pageOf([{ ...deskJob, status: 'delivered' }]));
    const { body } = await open('?q=HC-0001');
    expect(rowsOf(body)).toEqual(['job_01']);
    expect(body).toContain('1 job</span> found for “HC-0001”</caption>');
    expect(body).toContain('<option value="">All</option>');
  });

  it('says when nothing is found', async () => {
    const { open, services } = await desk();
    services.answers.set('jobs.listForDesk', () => pageOf([]));
    const answer = await open('?q=HC-<b>"');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('No jobs</span> found for “HC-&lt;b&gt;&quot;”');
    expect(answer.body).toContain('value="HC-&lt;b&gt;&quot;"');
  });

  it.each(['a', '%00%01', 'a%07b', 'x'.repeat(65)])(
    'says why it does not search for %s, and asks for nothing',
    async (q) => {
      const { open, asked } = await desk();
      const { statusCode, body } = await open(`?q=${q}`);
      expect(statusCode).toBe(200);
      expect(asked('listForDesk')).toEqual([]);
      expect(body).toContain('No jobs</span>: the search was not made');
      expect(body).toContain(
        '<span class="fault" id="e-q">Enter 2 to 64 characters, without control characters.</span>',
      );
      expect(body).toMatch(/<input id="f-q" [^>]* aria-invalid="true" aria-describedby="h-q e-q">/);
    },
  );

  it.each(['q=', 'q=+%09', 'q=a&q=b'])('takes the search "%s" for none', async (search) => {
    const { open, asked } = await desk();
    expect((await open(`?${search}`)).body).toContain('under way: without a driver first');
    expect(asked('listLive')).toHaveLength(1);
  });

  it('goes on without the names of drivers', async () => {
    const { open, services } = await desk();
    services.answers.delete('tracking.listDrivers');
    const answer = await open();
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('The names of drivers are not available at the moment.');
  });

  it('reads drivers page by page', async () => {
    const { open, services, asked } = await desk();
    services.answers.set('tracking.listDrivers', ({ input }) =>
      JSON.stringify(input).includes('starting_after')
        ? pageOf([])
        : pageOf([{ id: 'drv_9', first_name: 'Thabo', last_name: 'Example' }], true),
    );
    expect((await open()).body).toContain('Thabo Example');
    expect(asked('listDrivers')).toEqual([{ limit: 100 }, { limit: 100, starting_after: 'drv_9' }]);
  });

  it('brings a script of ours, which browsers may run and nothing else', async () => {
    const { open, get } = await desk();
    const { body, headers } = await open();
    const [, src = ''] = /<script type="module" src="([^"]+)" integrity=/.exec(body) ?? [];
    const script = await get(src);
    expect(script.statusCode).toBe(200);
    expect(script.body).toContain("from '../pages/desk/live/board-changes.ts'");
    const changes = await get(src.replace('browser/board.ts', 'pages/desk/live/board-changes.ts'));
    expect(changes.body).toContain('export function changesOf(before        , after        )');
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
  });
});
