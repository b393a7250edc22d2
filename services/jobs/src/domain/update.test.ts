import { describe, expect, it } from 'vitest';
import { bookedAt, bookedJob, jobIn, pricedStat } from '../../test/job.ts';
import { toResource } from './resource.ts';
import { changesBetween, decideUpdate, isStat } from './update.ts';

const now = new Date('2026-11-02T09:00:00.000Z');
const resource = (job: typeof bookedJob) => toResource(job, 'https://svc.example');

describe('updating', () => {
  it('changes the labels that are sent, and only these', () => {
    const { job, milestones } = decideUpdate(bookedJob, { reference: 'PO-2' }, now);
    expect(job).toEqual({ ...bookedJob, reference: 'PO-2' });
    expect(milestones).toEqual([]);
  });

  it('can empty a label', () => {
    const labels = { reference: '', cost_centre: '', metadata: {} };
    expect(decideUpdate(bookedJob, labels, now).job).toEqual({ ...bookedJob, ...labels });
  });

  it('to STAT takes price, SKU and SLA of the new price, counted from the booking', () => {
    const { job, milestones } = decideUpdate(bookedJob, { stat: pricedStat }, now);
    expect(job).toEqual({
      ...bookedJob,
      priced: pricedStat,
      sla_due: new Date('2026-11-02T09:00:00.000Z'),
    });
    expect(milestones).toEqual([
      { at: now, type: 'updated', note: 'Upgraded to STAT', seal: null },
    ]);
  });

  it('to STAT changes nothing when the job is STAT already', () => {
    const stat = jobIn('booked', { priced: pricedStat });
    expect(isStat(stat)).toBe(true);
    const dearer = { ...pricedStat, amount_cents: 99_999 };
    expect(decideUpdate(stat, { stat: dearer }, now)).toEqual({ job: stat, milestones: [] });
  });

  it.each(['booked', 'assigned', 'en_route_pickup', 'exception'] as const)(
    'is possible when the job is %s and not collected',
    (status) => {
      expect(decideUpdate(jobIn(status), { reference: 'PO-2' }, now).job.reference).toBe('PO-2');
    },
  );

  it.each([
    ['collected', jobIn('collected'), 'in_custody'],
    ['in transit', jobIn('in_transit'), 'in_custody'],
    [
      'in an exception after collection',
      jobIn('exception', { collected_at: bookedAt }),
      'in_custody',
    ],
    ['delivered', jobIn('delivered'), 'already_delivered'],
    ['cancelled', jobIn('cancelled'), 'already_cancelled'],
  ])('is refused when the job is %s', (_, job, code) => {
    expect(() => decideUpdate(job, {}, now)).toThrow(new RegExp(`^${code}: `));
  });
});

describe('changes', () => {
  it('name each member that differs, with both values', () => {
    const { job } = decideUpdate(bookedJob, { stat: pricedStat, reference: 'PO-2' }, now);
    expect(changesBetween(resource(bookedJob), resource(job))).toEqual([
      { field: 'sku', from: 'LAB-STD', to: 'LAB-STAT' },
      { field: 'service', from: 'Specimens', to: 'Specimens, STAT' },
      { field: 'priority', from: 'same_day', to: 'stat' },
      { field: 'sla_due', from: '2026-11-02T12:00:00.000Z', to: '2026-11-02T09:00:00.000Z' },
      {
        field: 'price',
        from: { amount_cents: 25_251, currency: 'ZAR', vat_inclusive: false },
        to: { amount_cents: 48_500, currency: 'ZAR', vat_inclusive: false },
      },
      { field: 'reference', from: 'PO-1', to: 'PO-2' },
    ]);
  });

  it('are none when everything was so before', () => {
    const { job } = decideUpdate(bookedJob, { metadata: { ward: '7' }, cost_centre: 'CC-1' }, now);
    expect(changesBetween(resource(bookedJob), resource(job))).toEqual([]);
  });
});
