import { describe, expect, it } from 'vitest';
import { actions, labelOf } from '../requests.ts';
import { refusalOf } from './validation.ts';

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key-${i}`, 'value']));
const longs = (count: number) => 'x'.repeat(count);

interface Bounds {
  endpoint: string;
  /** The rest of a good body. */
  rest: object;
  fields: Record<string, { within: unknown[]; beyond: unknown[] }>;
}

const sites = { pickup_site_id: 'site_a', dropoff_site_id: 'site_b' };
const proof = { otp: true, id_check: false, signature: true, photo: false };

/** Bounds of the decisions; the contracts must agree with them. */
const promised: Bounds[] = [
  {
    endpoint: 'POST /quotes',
    rest: { sku: 'LAB-STD' },
    fields: {
      km: { within: [0, 0.001, 15.125, 2000], beyond: [-0.001, -1, 2000.001, 0.0001, '12', null] },
      parcels: { within: [1, 99], beyond: [0, 100, 1.5, -1, '2', null] },
      priority: { within: ['scheduled', 'critical'], beyond: ['', 'STAT', 1, null] },
      timing: { within: ['standard', 'sunday'], beyond: ['', 'monday', 1, null] },
      sku: { within: ['SUP-BOX'], beyond: ['', 1, null, longs(65)] },
    },
  },
  {
    endpoint: 'POST /jobs',
    rest: { sku: 'LAB-STD', km: 1, ...sites },
    fields: {
      km: { within: [0, 2000], beyond: [-1, 2001, '1'] },
      parcels: { within: [1, 99], beyond: [0, 100] },
      reference: { within: ['', longs(64)], beyond: [longs(65), 1, null] },
      cost_centre: { within: ['', longs(64)], beyond: [longs(65), 1] },
      metadata: {
        within: [{}, pairs(20), { [longs(40)]: longs(500) }],
        beyond: [pairs(21), { [longs(41)]: '' }, { a: longs(501) }, { a: 1 }, { a: null }, []],
      },
      requirements: { within: [{}, { otp: true }, proof], beyond: [{ otp: 1 }, 'all', []] },
      pickup_site_id: { within: [], beyond: ['', 1, null, longs(65)] },
    },
  },
  {
    endpoint: 'POST /sites',
    rest: { name: 'C', type: 'clinic', position: { lat: -26.2, lng: 28.04 } },
    fields: {
      position: {
        within: [
          { lat: -36, lng: 10 },
          { lat: 6, lng: 60 },
        ],
        beyond: [{ lat: 90.1, lng: 0 }, { lat: 0, lng: -180.1 }, { lat: 0 }, [0, 0]],
      },
      receiving_hours: { within: ['24/7', 'Mo-Fr 08:00-17:00'], beyond: ['', 7] },
      time_zone: { within: ['Africa/Johannesburg'], beyond: ['+02:00', 'Africa/Nowhere', ''] },
    },
  },
];

const cases = promised.flatMap(({ endpoint, rest, fields }) =>
  Object.entries(fields).map(([field, values]) => ({ endpoint, rest, field, ...values })),
);

describe('the contract', () => {
  it.each(cases)('accepts $field at $endpoint within the promised bounds alone', (given) => {
    const route = actions.find((each) => labelOf(each) === given.endpoint);
    if (!route) throw new Error(`${given.endpoint} is not in the route table`);
    const isAccepted = (value: unknown) => {
      const raw = JSON.stringify({ ...given.rest, [given.field]: value });
      return refusalOf(route, { raw }) === undefined;
    };
    expect(given.within.filter((value) => !isAccepted(value))).toEqual([]);
    expect(given.beyond.filter(isAccepted)).toEqual([]);
  });
});
