import { jobs } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { openStatuses } from '../src/pages/desk/rows/urgency.ts';
import { deskJob, liveJob, vehiclePosition } from './desk-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf, recorded } from './examples.ts';
import { entriesOf, faultsIn, hrefsOf, textOf } from './markup.ts';

const { get, send, services } = useDesk();
const sentMessage = recorded('sendMessage', jobs.actions.sendMessage);
const { answer, asked } = services;
const open = (search = '') => get(`/desk${search}`, tokenOf('dispatcher'));
const read = async (search = '') => (await open(search)).body;
const rowsOf = (body: string) => [...body.matchAll(/data-job="([^"]*)"/g)].map(([, id]) => id);

describe('selected jobs of the board', () => {
  const held = (action: string, fields: object) =>
    send({
      page: '/desk',
      action,
      role: 'dispatcher',
      fields: { ...fields, _key: 'k'.repeat(16) },
    });

  it('are held one by one: those that are not are said, and stay selected', async () => {
    answer(
      'jobs.listLive',
      pageOf(['job_01', 'job_02', 'job_03'].map((id) => ({ ...liveJob, id, version: 1 }))),
    );
    services.answers.set('jobs.reachMilestone', ({ input }) => {
      const { id } = jobs.actions.assign.input.pick({ id: true }).parse(input);
      const detail = `Job ${id} is collected.`;
      if (id !== 'job_01') return { refused: { code: 'invalid_transition', detail } };
      return { ok: recorded('assignJob', jobs.actions.reachMilestone, { id, version: 2 }) };
    });
    const fields = { jobs: ['job_01.1', 'job_02.1', 'job_03.1'], reason: 'Closed' };
    const { answer: shown, commands } = await held('/desk/hold', fields);
    expect(shown.statusCode).toBe(409);
    const text = textOf(shown.body);
    expect(text).toContain('1 of 3 done. Job job_02 is collected. Job job_03 is collected.');
    expect(text).toContain('1 job held. Undo the hold');
    expect(entriesOf(shown.body, '/desk/release').jobs).toBe('job_01.2');
    const picked = [...shown.body.matchAll(/value="(\w+)\.1"[^>]* checked/g)].map(([, id]) => id);
    expect(picked).toEqual(['job_02', 'job_03']);
    expect(new Set(commands.map(({ meta }) => meta.request)).size).toBe(3);
  });

  it('are each sent a message once, also when the form is sent anew after a fault', async () => {
    const fields = { jobs: ['job_01.1', 'job_02.1'], text: 'Call the desk' };
    services.answers.set('jobs.sendMessage', ({ input }) =>
      JSON.stringify(input).includes('job_02') ? { fault: 'unavailable' } : { ok: sentMessage },
    );
    const first = await held('/desk/message', fields);
    expect(first.answer.statusCode).toBe(503);
    expect(textOf(first.answer.body)).toContain('1 message sent.');
    expect(entriesOf(first.answer.body, '/desk/message')).toMatchObject({ _key: 'k'.repeat(16) });
    const second = await held('/desk/message', { ...fields, jobs: 'job_02.1' });
    expect(second.commands[0]?.meta.request).toBe(first.commands[1]?.meta.request);
    expect(first.commands[0]?.meta.request).not.toBe(first.commands[1]?.meta.request);
  });
});

describe('the order and the columns of the board', () => {
  const rows = [
    { ...liveJob, id: 'job_1', priority: 'same_day', sla_due: '2026-11-02T12:00:00.000Z' },
    { ...liveJob, id: 'job_2', priority: 'critical', sla_due: '2026-11-02T11:00:00.000Z' },
    { ...liveJob, id: 'job_3', priority: 'stat', sla_due: '2026-11-02T13:00:00.000Z' },
  ];
  it.each([
    ['', 'job_2 job_1 job_3', 'sort=due'],
    ['?sort=-due', 'job_3 job_1 job_2', ''],
    ['?sort=due', 'job_2 job_1 job_3', 'sort=-due'],
    ['?sort=priority', 'job_2 job_3 job_1', 'sort=due'],
    ['?sort=size', 'job_2 job_1 job_3', 'sort=due'],
  ])('of the address "%s" are %s, and its head leads on', async (search, order, next) => {
    answer('jobs.listLive', pageOf(rows));
    const body = await read(search);
    expect(rowsOf(body).join(' ')).toBe(order);
    expect(hrefsOf(body, /^Due$/)).toEqual([next === '' ? '/desk' : `/desk?${next}`]);
    const direction = { '?sort=due': 'ascending', '?sort=-due': 'descending' }[search];
    if (direction) expect(body).toContain(`aria-sort="${direction}"><a href="/desk`);
  });

  it('show the columns that are chosen, and keep them with a filter', async () => {
    const body = await read('?columns=status&columns=driver&sort=due&status=booked');
    expect(body).toContain('data-without="customer due priority temperature"');
    expect(body).toContain('<input type="hidden" name="columns" value="status,driver">');
    expect(hrefsOf(body, /^Status$/)[0]).toContain('columns=status%2Cdriver');
    expect(await read('?columns=size')).toContain('data-without=""');
  });
});

describe('what was delivered today', () => {
  it('is a figure with the share on time, which leads to these jobs', async () => {
    const body = await read();
    expect(textOf(body)).toContain('12 Delivered today, 91 % on time');
    expect(asked('listDelivered')).toEqual([{ since: '2026-11-02T00:00:00+02:00', limit: 100 }]);
    const shown = await read('?show=delivered');
    expect(rowsOf(shown)).toEqual(['job_07']);
    expect(textOf(shown)).toContain('1 job delivered today');
    services.answers.delete('jobs.listDelivered');
    expect(textOf(await read())).not.toContain('Delivered today,');
  });
});

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
