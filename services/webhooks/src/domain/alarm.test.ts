import { builtInProfiles } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import {
  alarmOf,
  disabledAlarm,
  type RaisingEvent,
  unassignedAlarm,
  unassignedJob,
} from './alarm.ts';

const at = '2026-11-02T08:00:00.000Z';
const event = (type: string, data: object = {}, internals: object = {}): RaisingEvent => ({
  id: 'evt_01KAK7QW3ZC5V8M2N4P6R8T0XK',
  type,
  job_id: 'job_1',
  created_at: at,
  data: { job_id: 'job_1', ref: 'SVC-7K3M9QX2', ...data },
  internals: { ...internals },
});
const booked = (priority: string, starts_at = at) =>
  event(
    'job.created',
    { sku: 'LAB-STD', sla_due: '2026-11-02T12:00:00.000Z' },
    { job: { priced: { priority }, starts_at } },
  );

describe('the alarm of an endpoint that was disabled', () => {
  const disabled = {
    webhook_id: 'wh_1',
    url: 'https://hooks.example:8443/in?token=s3cret',
    reason: 'failing',
    failing_since: new Date('2026-10-28T08:00:00.000Z'),
    disabled_at: new Date(at),
  } as const;

  it('has the host of its address, and the start of its failures', () => {
    expect(disabledAlarm(disabled)).toEqual({
      source: `webhook.disabled wh_1 ${at}`,
      ...{ type: 'webhook.disabled', severity: 'warning', job_id: '', created_at: new Date(at) },
      data: {
        ...{ webhook_id: 'wh_1', host: 'hooks.example:8443', reason: 'failing' },
        failing_since: '2026-10-28T08:00:00.000Z',
      },
    });
  });

  it('is another one each time', () => {
    const later = { ...disabled, disabled_at: new Date('2026-11-09T08:00:00.000Z') };
    expect(disabledAlarm(later).source).not.toBe(disabledAlarm(disabled).source);
  });
});

describe('an alarm', () => {
  it.each([
    ['sla.at_risk', {}, 'warning'],
    ['sla.breached', {}, 'critical'],
    ['temperature.excursion', {}, 'critical'],
    ['seal.broken', {}, 'critical'],
    ['incident.reported', { severity: 'low' }, 'warning'],
    ['incident.reported', { severity: 'minor' }, 'warning'],
    ['incident.reported', { severity: 'high' }, 'critical'],
    ['incident.reported', { severity: 'critical' }, 'critical'],
    ['pickup.failed', {}, 'warning'],
    ['delivery.failed', {}, 'warning'],
    ['compliance.expiring', {}, 'info'],
    ['file.refused', {}, 'warning'],
    ['event.quarantined', {}, 'warning'],
  ])('of %s %j is %s', (type, data, severity) => {
    expect(alarmOf(event(type, data))).toMatchObject({ type, severity, job_id: 'job_1' });
  });

  it.each([
    ['ambient', 4.5, { min_allowed_c: 15, max_allowed_c: 25 }],
    ['2-8C', 8.1, { min_allowed_c: 2, max_allowed_c: 8 }],
    ['2-8C', 1.9, { min_allowed_c: 2, max_allowed_c: 8 }],
    ['frozen', -14.9, { min_allowed_c: -25, max_allowed_c: -15 }],
    ['2-8C', 8, undefined],
    ['2-8C', 2, undefined],
    ['frozen', -25, undefined],
    [null, 40, undefined],
    ['2-8C', null, undefined],
  ])('of a collection of %s at %s °C as typed: %j', (temperature_class, box, allowed) => {
    const internals = { job: { priced: { priority: 'stat', temperature_class } } };
    const collected = event('pickup.completed', { box_temperature_c: box }, internals);
    const raised = { type: 'pickup.out_of_range', severity: 'critical', job_id: 'job_1' };
    const data = { ref: 'SVC-7K3M9QX2', box_temperature_c: box, ...allowed };
    expect(alarmOf(collected)).toEqual(
      allowed && { ...raised, source: collected.id, created_at: new Date(at), data },
    );
  });

  it.each([
    [-75, undefined],
    [-20, { min_allowed_c: -90, max_allowed_c: -60 }],
  ])('of a collection in dry ice at %s °C as typed: %j', (box_temperature_c, allowed) => {
    const temperature_profile = { name: 'dry_ice', ...builtInProfiles.dry_ice };
    const priced = { priority: 'stat', temperature_class: 'frozen' };
    const internals = { job: { priced, temperature_profile } };
    const alarm = alarmOf(event('pickup.completed', { box_temperature_c }, internals));
    expect(alarm?.data).toEqual(allowed && { ref: 'SVC-7K3M9QX2', box_temperature_c, ...allowed });
  });

  it.each([
    ['scheduled', undefined],
    ['same_day', undefined],
    ['stat', 'job.booked'],
    ['critical', 'job.booked'],
  ])('of a booking with priority %s: %s', (priority, type) => {
    expect(alarmOf(booked(priority))?.type).toBe(type);
  });

  it.each(['collected', 'assigned'])('is not raised for a job that is created %s', (status) => {
    const created = event('job.created', {}, { job: { status, priced: { priority: 'stat' } } });
    expect([alarmOf(created), unassignedJob(created, 600)]).toEqual([undefined, undefined]);
  });

  it.each(['job.assigned', 'eta.changed', 'toString'])('is not raised by the event %s', (type) => {
    expect(alarmOf(event(type))).toBeUndefined();
  });

  it('is the same for the same event, and another for another', () => {
    const first = alarmOf(event('seal.broken'));
    expect(alarmOf(event('seal.broken'))).toEqual(first);
    expect(alarmOf({ ...event('seal.broken'), id: 'evt_2' })?.source).not.toBe(first?.source);
  });

  it('has what the desk decides by, and no texts, people or places', () => {
    const personal = { recipient: 'A. Person', location: 'Ward 3', by: 'driver:drv_1', note: 'x' };
    const seals = { expected_seal: 'SL-1001', observed_seal: 'SL-1002' };
    expect(alarmOf(event('seal.broken', { ...seals, ...personal }))?.data).toEqual({
      ref: 'SVC-7K3M9QX2',
      ...seals,
    });
  });

  it('has null for what the event lacks or has in another type', () => {
    const data = { minutes_late: 'three', sla_due: 'today' };
    expect(alarmOf(event('sla.breached', data))?.data).toEqual({
      ref: 'SVC-7K3M9QX2',
      sla_due: null,
      minutes_late: null,
    });
  });
});

const waiting = (raising: RaisingEvent, delayS = 600) => {
  const job = unassignedJob(raising, delayS);
  if (!job) throw new Error('the event begins no time without driver');
  return job;
};
const statusTo = (to: string, created_at = at) => ({
  ...event(
    'job.updated',
    { changed: [{ field: 'status', from: 'assigned', to }] },
    {
      job: {
        priced: { priority: 'stat' },
        created_at: '2026-11-02T07:00:00.000Z',
        sla_due: '2026-11-02T12:00:00.000Z',
      },
    },
  ),
  created_at,
});

describe('a job that lost its driver', () => {
  it('is due after the given time, which it names', () => {
    const job = waiting(statusTo('booked'));
    expect(job).toMatchObject({
      severity: 'critical',
      due_at: new Date('2026-11-02T08:02:00.000Z'),
      unassigned_at: new Date(at),
      data: {
        ref: 'SVC-7K3M9QX2',
        ...{ priority: 'stat', booked_at: '2026-11-02T07:00:00.000Z', unassigned_at: at },
        sla_due: '2026-11-02T12:00:00.000Z',
      },
    });
  });

  it('raises one alarm each time, and the same for the same event', () => {
    const sourceOf = (raising: RaisingEvent) => unassignedAlarm(waiting(raising)).source;
    const sources = [
      sourceOf(booked('stat')),
      sourceOf(statusTo('booked')),
      sourceOf(statusTo('booked', '2026-11-02T08:30:00.000Z')),
    ];
    expect(new Set(sources).size).toBe(3);
    expect(sourceOf(statusTo('booked'))).toBe(sources[1]);
  });

  it.each([
    ['another status', statusTo('assigned')],
    ['another field', event('job.updated', { changed: [{ field: 'note', to: 'booked' }] })],
    ['nothing that fits', event('job.updated', { changed: 'status' })],
    ['another event', event('job.assigned', { changed: [{ field: 'status', to: 'booked' }] })],
  ])('raises no alarm by the event %s', (_case, raising) => {
    expect(unassignedJob(raising, 600)).toBeUndefined();
  });
});

describe('a job without a driver', () => {
  it.each([
    ['scheduled', '2026-11-02T08:00:00.000Z', '2026-11-02T08:10:00.000Z', 'warning'],
    ['critical', '2026-11-02T08:00:00.000Z', '2026-11-02T08:10:00.000Z', 'warning'],
    ['stat', '2026-11-02T08:00:00.000Z', '2026-11-02T08:02:00.000Z', 'critical'],
    // Booked for later: as long before it starts, but never before the delay is over.
    ['scheduled', '2026-11-03T09:00:00.000Z', '2026-11-03T08:50:00.000Z', 'warning'],
    ['scheduled', '2026-11-02T08:15:00.000Z', '2026-11-02T08:10:00.000Z', 'warning'],
    ['scheduled', '2026-11-01T00:00:00.000Z', '2026-11-02T08:10:00.000Z', 'warning'],
  ])('of priority %s that starts at %s is due at %s', (priority, starts, due, severity) => {
    const job = waiting(booked(priority, starts));
    expect(job.due_at.toISOString()).toBe(due);
    expect(job.severity).toBe(severity);
    expect(unassignedAlarm(job)).toMatchObject({ type: 'job.unassigned', created_at: job.due_at });
  });

  it('is due by the setting where that is sooner than the two minutes of stat', () => {
    expect(waiting(booked('stat'), 30).due_at.toISOString()).toBe('2026-11-02T08:00:30.000Z');
  });

  it('is due like any other where the event has no priority', () => {
    const job = waiting(event('job.created'));
    expect(job.due_at.toISOString()).toBe('2026-11-02T08:10:00.000Z');
    expect(job.data).toMatchObject({ priority: null, booked_at: at });
  });

  it('has another source than the alarm of its booking', () => {
    const job = booked('stat');
    expect(unassignedAlarm(waiting(job)).source).not.toBe(alarmOf(job)?.source);
  });
});
