/** The start page of a tenant: today, of the newest jobs, and what each part says without its service. */
import type { Job } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { jobBars } from '../src/pages/portal/day-charts.ts';
import { deliveriesToday, lastPairs } from '../src/pages/today.ts';
import { start, tokenOf, useDesk } from './desk-under-test.ts';
import { exampleJob, pageOf } from './examples.ts';
import { hrefsOf, textOf } from './markup.ts';
import { invoiceAnswer, temperatureAnswer } from './portal-answers.ts';

const { get, services } = useDesk();
const now = new Date(start);
const job = (id: string, changes: Partial<Job> = {}): Job => ({ ...exampleJob, id, ...changes });
const delivered = (id: string, delivered_at: string, changes: Partial<Job> = {}) =>
  job(id, { status: 'delivered', delivered_at, ...changes });
const range = { temperature_range_c: { min: 2, max: 8 } };

describe('of the newest jobs', () => {
  it.each([
    ['due today', job('a'), true],
    ['due yesterday and still open', job('a', { sla_due: '2026-11-01T10:00:00.000Z' }), true],
    ['due tomorrow', job('a', { sla_due: '2026-11-02T22:00:00.000Z' }), false],
    ['delivered in the first minute of today', delivered('a', '2026-11-01T22:00:00.000Z'), true],
    ['delivered yesterday', delivered('a', '2026-11-01T21:59:59.000Z'), false],
    ['cancelled', job('a', { status: 'cancelled' }), false],
    ['brought back by another', job('a', { return_job_id: 'job_b' }), false],
  ])('one that is %s is of today or not', (_what, each, isToday) => {
    expect(deliveriesToday([each], now)).toEqual(isToday ? [each] : []);
  });

  it('the last five pairs are the newest of each, without returns', () => {
    const to = (n: number, id = `job_${n}`) =>
      job(id, { dropoff: { site_id: `site_${n}`, name: 'Lab' } });
    const back = job('job_back', { return_of: 'job_1' });
    const pairs = lastPairs([back, to(1), to(1, 'older'), to(2), to(3), to(4), to(5), to(6)]);
    expect(pairs.map(({ id }) => id)).toEqual(['job_1', 'job_2', 'job_3', 'job_4', 'job_5']);
  });
});

describe('jobs by the day of their booking', () => {
  const booked = (day: string, changes: Partial<Job> = {}) =>
    job(`job_${day}`, { created_at: `2026-${day}T08:00:00.000Z`, ...changes });
  const done = { status: 'delivered', delivered_at: start } as const;
  const jobs = [
    booked('11-02'),
    booked('11-02', { sla_due: '2026-11-02T07:00:00.000Z' }),
    booked('11-01', done),
    booked('11-01', { status: 'cancelled' }),
    booked('10-30', { ...done, sla_due: '2026-10-30T10:00:00.000Z' }),
  ];
  const textFor = (has_more: boolean, of = jobs) =>
    textOf(jobBars({ data: of, has_more }, now)?.markup ?? '');

  it('are late, on time or under way', () => {
    expect(textFor(false)).toContain('4 jobs booked in 4 days, 2 of them late.');
    const table = 'Late On time Under way 2 Nov 2026 1 0 1 1 Nov 2026 0 1 0 31 Oct 2026 0 0 0';
    expect(textFor(false)).toContain(`${table} 30 Oct 2026 1 0 0`);
  });

  it('are shown of whole days alone, of two or more', () => {
    expect(textFor(true)).toContain('3 jobs booked in 3 days');
    expect(textFor(true, jobs.slice(0, 3))).toBe('');
    expect(textFor(false, jobs.slice(0, 2))).toBe('');
    expect(textFor(false, [])).toBe('');
  });
});

describe('the start page', () => {
  const open = async (role: 'admin' | 'viewer' = 'admin') => (await get('/', tokenOf(role))).body;

  it('shows arrival, share on time, cold chain and the running invoice', async () => {
    services.answer(
      'jobs.list',
      pageOf([
        job('job_way', { status: 'in_transit' }),
        delivered('job_cold', '2026-11-02T07:30:00.000Z', range),
        delivered('job_late', '2026-11-02T07:30:00.000Z', { sla_due: '2026-11-02T07:00:00.000Z' }),
      ]),
    );
    const draft = invoiceAnswer({ status: 'draft', number: null, period: '2026-11' });
    services.answer('billing.listInvoices', pageOf([draft]));
    const text = textOf(await open());
    for (const words of [
      ...['3 deliveries, the next due first', 'In 1 h 35 min', 'delivered in time', '50 %'],
      ...['Cold chain today Out of range 1', 'R 10 241.50 with VAT', 'November 2026, 1 line'],
    ]) {
      expect(text).toContain(words);
    }
    expect(services.asked('temperature')).toEqual([{ id: 'job_cold', limit: 1 }]);
  });

  it('asks arrival and temperatures of eight jobs, however many there are', async () => {
    const many = Array.from({ length: 40 }, (_, n) =>
      n % 2
        ? job(`job_${n}`, { status: 'collected' })
        : delivered(`job_${n}`, '2026-11-02T07:30:00.000Z', range),
    );
    services.answer('jobs.list', pageOf(many, true));
    services.answer('tracking.temperature', { ...temperatureAnswer, result: null });
    const text = textOf(await open());
    expect(text).toContain('40 deliveries among the newest 100 jobs');
    expect(text).toContain('Not decided yet 8 Of the last 8 deliveries.');
    expect([services.asked('track').length, services.asked('temperature').length]).toEqual([8, 8]);
  });

  it('says of each part that it is not available, and shows the others', async () => {
    services.answer(
      'jobs.list',
      pageOf([
        job('job_way', { status: 'in_transit' }),
        delivered('job_cold', '2026-11-02T07:30:00.000Z', range),
      ]),
    );
    for (const name of ['tracking.track', 'tracking.temperature', 'billing.listInvoices']) {
      services.answers.delete(name);
    }
    const body = await open();
    expect(textOf(body)).toContain('2 h 0 min left Arrival not available at the moment');
    expect(textOf(body).match(/Not available at the moment\./g)).toHaveLength(2);
    expect(hrefsOf(body, /^Book again/)).toEqual(['/book?from=job_way']);
  });

  it('offers those who only read neither a booking nor an invoice', async () => {
    const text = textOf(await open('viewer'));
    expect(text).toContain('Deliveries today');
    expect(text).not.toMatch(/Book again|Running invoice/);
  });
});
