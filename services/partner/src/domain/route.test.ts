import { routeRequest } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { calendarOf } from '../adapters/calendar.ts';
import {
  nextRunOn,
  parseStopIdentity,
  planStops,
  type RouteRecord,
  runsOn,
  stopIdentity,
} from './route.ts';

const calendar = calendarOf([]);

const plan = (fields: object = {}) =>
  routeRequest.parse({
    name: 'North',
    sku: 'LAB-ROUTE',
    days: ['mon', 'wed'],
    stops: [
      { site_id: 'cli-0', window: '08:00-08:30' },
      { site_id: 'cli-1', window: '09:00-10:00' },
    ],
    dropoff_site_id: 'lab-0',
    starts_on: '2026-12-07',
    ends_on: '2026-12-23',
    ...fields,
  });
const routeOf = (since: string, fields: Partial<RouteRecord> = {}): RouteRecord => ({
  tenant_id: 'ten_a',
  id: 'rt_1',
  status: 'active',
  plan: plan(),
  active_since: new Date(since),
  planned_until: new Date(since),
  plan_at: new Date(since),
  created_at: new Date(since),
  ...fields,
});

it.each([
  ['on its first day', '2026-12-07', {}, true],
  ['on another of its days', '2026-12-09', {}, true],
  ['not on other days', '2026-12-08', {}, false],
  ['not before it starts', '2026-12-02', {}, false],
  ['on its last day', '2026-12-23', {}, true],
  ['not after it', '2026-12-28', {}, false],
  ['without end for ever', '2030-12-30', { ends_on: null }, true],
  ['not on a public holiday', '2026-12-16', {}, false],
  [
    'on a public holiday that it does not skip',
    '2026-12-16',
    { skip_public_holidays: false },
    true,
  ],
])('a route runs on the days of its plan: %s', (_, date, fields, expected) => {
  expect(runsOn(plan(fields), date, calendar)).toBe(expected);
});

it.each([
  ['is its first before it starts', '2026-11-01T00:00:00Z', {}, '2026-12-07'],
  ['is today while a window is open', '2026-12-07T07:59:00Z', {}, '2026-12-07'],
  ['is the next day of it afterwards', '2026-12-07T08:00:00Z', {}, '2026-12-09'],
  ['leaves out a holiday', '2026-12-14T12:00:00Z', {}, '2026-12-21'],
  ['is none after the last', '2026-12-24T00:00:00Z', {}, null],
  ['is none while it is paused', '2026-12-07T00:00:00Z', { status: 'paused' as const }, null],
])('the next run of a route follows its plan: %s', (_, now, fields, expected) => {
  expect(nextRunOn(routeOf(now, fields), new Date(now), calendar)).toBe(expected);
});

describe('the stops of a route', () => {
  const planned = (route: RouteRecord, now: string) => planStops(route, new Date(now), calendar);
  const named = ({ stops }: ReturnType<typeof planStops>) =>
    stops.map(({ run_on, stop }) => `${run_on} ${stop}`);

  it('are created 24 hours before their windows begin', () => {
    const early = planned(routeOf('2026-12-01T00:00:00Z'), '2026-12-06T05:59:59Z');
    expect(named(early)).toEqual([]);
    expect(early.plan_at).toEqual(new Date('2026-12-06T06:00:00Z'));
    const due = planned(routeOf('2026-12-01T00:00:00Z'), '2026-12-06T06:00:00Z');
    expect(named(due)).toEqual(['2026-12-07 1']);
    expect(due.plan_at).toEqual(new Date('2026-12-06T07:00:00Z'));
    expect(due.stops[0]).toMatchObject({
      site_id: 'cli-0',
      window: '08:00-08:30',
      starts_at: new Date('2026-12-07T06:00:00Z'),
      ends_at: new Date('2026-12-07T06:30:00Z'),
    });
  });

  it('are not created when they ended before the route was active', () => {
    expect(named(planned(routeOf('2026-12-07T06:30:00Z'), '2026-12-07T06:30:00Z'))).toEqual([
      '2026-12-07 2',
    ]);
  });

  it('are created for all days of a downtime, a month at a time', () => {
    const now = '2027-03-01T00:00:00Z';
    let route = routeOf('2026-12-01T00:00:00Z', { plan: plan({ ends_on: null }) });
    const made = new Set<string>();
    let plans = 0;
    while (route.plan_at && route.plan_at <= new Date(now)) {
      const { stops: _, ...progress } = planned(route, now);
      for (const name of named(planned(route, now))) made.add(name);
      route = { ...route, ...progress };
      plans += 1;
    }
    expect(plans).toBeLessThan(6);
    // 25 Mondays and Wednesdays from 7 December to 1 March, less the Day of Reconciliation.
    expect(made.size).toBe(24 * 2);
  });

  it('are not created once the last run is planned', () => {
    expect(planned(routeOf('2026-12-22T12:00:00Z'), '2026-12-22T12:00:00Z').plan_at).toBeNull();
  });
});

it('the identity of a stop names route, day and stop', () => {
  const key = { route_id: 'rt_1', run_on: '2027-01-04', stop: 2 };
  expect(stopIdentity(key)).toBe('route:rt_1:2027-01-04:2');
  expect(parseStopIdentity(stopIdentity(key))).toEqual(key);
  expect(parseStopIdentity('order:po_1')).toBeUndefined();
  expect(parseStopIdentity(null)).toBeUndefined();
});
