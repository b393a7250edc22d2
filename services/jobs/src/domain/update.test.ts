import { describe, expect, it } from 'vitest';
import { bookedJob, jobIn, pricedStat } from '../../test/job.ts';
import type { JobRecord } from './job.ts';
import type { JobChanges } from './job-command.ts';
import { transition } from './transition.ts';
import { isStat } from './update.ts';

const now = new Date('2026-11-02T09:00:00.000Z');
const updated = (job: JobRecord, changes: JobChanges) =>
  transition(job, { type: 'update', changes }, { now, by: 'client:cli_1' });

/** The change that the update records. */
const noted = {
  version: 2,
  last_change: { command: 'update', at: now.toISOString(), by: 'client:cli_1' },
};

describe('updating', () => {
  it('changes the labels that are sent, and only these', () => {
    const { job, milestones } = updated(bookedJob, { reference: 'PO-2' });
    expect(job).toEqual({ ...bookedJob, ...noted, reference: 'PO-2' });
    expect(milestones).toEqual([]);
  });

  it('sets a label to an empty text', () => {
    const labels = { reference: '', cost_centre: '', metadata: {} };
    expect(updated(bookedJob, labels).job).toEqual({ ...bookedJob, ...noted, ...labels });
  });

  it('sets price, SKU and SLA of STAT, counted from the booking', () => {
    const { job, milestones } = updated(bookedJob, { stat: pricedStat });
    expect(job).toEqual({
      ...bookedJob,
      ...noted,
      priced: pricedStat,
      sla_due: new Date('2026-11-02T09:00:00.000Z'),
    });
    expect(milestones).toEqual([
      { at: now, type: 'updated', note: 'Upgraded to STAT', seal: null },
    ]);
  });

  it('changes nothing when the job is STAT already', () => {
    const stat = jobIn('booked', { priced: pricedStat });
    expect(isStat(stat)).toBe(true);
    const dearer = { ...pricedStat, amount_cents: 99_999 };
    expect(updated(stat, { stat: dearer })).toEqual({ job: stat, milestones: [], events: [] });
  });
});

it('changed fields are named with both values', () => {
  const { events } = updated(bookedJob, { stat: pricedStat, reference: 'PO-2' });
  const changed = [
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
  ];
  expect(events).toEqual([{ type: 'job.updated', data: { changed }, custody: null }]);
});

it('no fields are changed when all are equal', () => {
  const same = { metadata: { ward: '7' }, cost_centre: 'CC-1' };
  expect(updated(bookedJob, same).events).toEqual([]);
});
