import type { OpsEventType } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { acknowledged, isSettled, maySettle, type OpsEventRecord } from './ops-event.ts';

const minute = (n: number) => new Date(Date.UTC(2026, 10, 2, 8, n));

describe('an alarm of minute 10', () => {
  // Type of the alarm, fact of its job, minute of the fact, whether it is settled by it.
  it.each<[OpsEventType, string, number, boolean]>([
    ['job.booked', 'job.assigned', 11, true],
    ['job.booked', 'job.cancelled', 11, true],
    ['job.booked', 'driver.en_route', 11, false],
    // The driver may have been assigned before the alarm was due.
    ['job.unassigned', 'job.assigned', 11, true],
    ['job.unassigned', 'job.assigned', 9, true],
    ['job.unassigned', 'job.cancelled', 9, true],
    ['job.unassigned', 'pickup.completed', 11, false],
    ['sla.at_risk', 'sla.breached', 11, true],
    ['sla.at_risk', 'delivery.completed', 9, true],
    ['sla.at_risk', 'job.assigned', 11, false],
    ['sla.breached', 'delivery.completed', 11, true],
    // Noticed when the job was over: too late for a remedy.
    ['sla.breached', 'delivery.completed', 9, true],
    ['sla.breached', 'sla.breached', 11, false],
    ['pickup.failed', 'pickup.completed', 11, true],
    ['pickup.failed', 'job.assigned', 11, false],
    ['pickup.failed', 'job.cancelled', 11, true],
    // The contents have to be decided about, wherever they are.
    ['temperature.excursion', 'delivery.completed', 11, false],
    ['temperature.excursion', 'return.completed', 11, false],
    ['temperature.excursion', 'job.cancelled', 11, false],
    ['pickup.out_of_range', 'delivery.completed', 11, false],
    ['pickup.out_of_range', 'pickup.completed', 11, false],
    ['temperature.excursion', 'job.assigned', 11, false],
    ['seal.broken', 'delivery.completed', 11, true],
    ['seal.broken', 'custody.scanned', 11, false],
    ['incident.reported', 'delivery.completed', 11, true],
    ['incident.reported', 'delivery.completed', 9, false],
    ['delivery.failed', 'return.completed', 11, true],
    ['delivery.failed', 'return.created', 11, false],
  ])('of the type %s is closed by %s of minute %i: %s', (type, fact, at, settled) => {
    const alarm = { type, created_at: minute(10), data: {} };
    expect(isSettled(alarm, [{ type: fact, created_at: minute(at) }])).toBe(settled);
    // Invariant under other events, repetition and order.
    const others = [1, 20].map((n) => ({ type: 'eta.changed', created_at: minute(n) }));
    const facts = [{ type: fact, created_at: minute(at) }, ...others];
    expect(isSettled(alarm, [...facts, ...facts].reverse())).toBe(settled);
  });

  // The driver was taken off at minute 5.
  it.each([
    ['the driver who was taken off', 'job.assigned', 4, false],
    ['an assignment of the same moment', 'job.assigned', 5, false],
    ['another driver, before it was due', 'job.assigned', 6, true],
    ['another driver, when it was due', 'job.assigned', 11, true],
    ['an end that was dated earlier', 'job.cancelled', 4, true],
    ['a delivery', 'delivery.completed', 11, true],
  ])('about a removed driver is closed by %s, %s of minute %i: %s', (_case, type, at, settled) => {
    const data = { unassigned_at: minute(5).toISOString() };
    const alarm = { type: 'job.unassigned', created_at: minute(10), data } as const;
    const facts = [{ type, created_at: minute(at) }];
    const before = [{ type: 'job.assigned', created_at: minute(1) }];
    expect(isSettled(alarm, [...before, ...facts])).toBe(settled);
  });

  it('stays open where nothing has happened', () => {
    expect(isSettled({ type: 'job.unassigned', created_at: minute(10), data: {} }, [])).toBe(false);
  });

  it.each([
    ['job.assigned', true],
    ['job.cancelled', true],
    ['delivery.completed', true],
    ['return.completed', true],
    ['pickup.completed', true],
    ['sla.breached', true],
    ['temperature.reading', false],
    ['job.created', false],
  ])('is closed only by types that are looked for: %s %s', (type, may) => {
    expect(maySettle(type)).toBe(may);
  });
});

describe('an acknowledgement', () => {
  const open: OpsEventRecord = {
    id: 'oev_1',
    type: 'seal.broken',
    severity: 'critical',
    tenant_id: 'ten_1',
    job_id: 'job_1',
    data: {},
    created_at: minute(10),
    status: 'open',
    acknowledged_by: null,
    acknowledged_at: null,
    note: null,
    escalated_at: null,
    ...{ disposition: null, disposition_by: null, disposition_at: null, disposition_reason: null },
  };
  const by = { by: 'Lerato M', now: minute(11) };

  it.each([
    ['open', 'acknowledged'],
    ['closed', 'closed'],
  ] as const)('of an alarm that is %s leaves it %s, with the name', (status, then) => {
    expect(acknowledged({ ...open, status }, by)).toMatchObject({
      status: then,
      acknowledged_by: 'Lerato M',
      acknowledged_at: minute(11),
      note: null,
    });
  });

  it('keeps a note, and none for an empty one', () => {
    expect(acknowledged(open, { ...by, note: 'Called' }).note).toBe('Called');
    expect(acknowledged(open, { ...by, note: '' }).note).toBeNull();
  });

  it.each(['acknowledged', 'closed'] as const)('is refused where one is there: %s', (status) => {
    const taken = acknowledged({ ...open, status: status === 'closed' ? status : 'open' }, by);
    expect(() => acknowledged(taken, { by: 'Sipho K', now: minute(12) })).toThrow(
      expect.objectContaining({
        code: 'already_acknowledged',
        detail: 'Lerato M acknowledged it at 2026-11-02T08:11:00.000Z.',
      }),
    );
  });
});
