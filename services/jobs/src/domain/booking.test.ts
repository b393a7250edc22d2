import { directBooking, type Policies, type Requirements } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { bookedAt, clinic, laboratory, priced } from '../../test/job.ts';
import { type BookingInputs, bookJob } from './booking.ts';

const inputs: BookingInputs = {
  priced,
  tenant: { id: 'ten_a', name: 'Tenant A' },
  pickup: clinic,
  dropoff: laboratory,
  policies: {
    default_cost_centre: 'CC-DEFAULT',
    requirements: {},
    sscc: null,
    temperature_profiles: [],
  },
};
const ids = {
  now: bookedAt,
  by: 'client:cli_1',
  id: 'job_1',
  ref: 'SVC-0123ABCD',
  tracking_token: 'token',
  parcel_ids: ['pcl_1', 'pcl_2'],
};
const request = (fields: object = {}) =>
  directBooking.parse({
    sku: 'LAB-STD',
    pickup_site_id: 'cli-0',
    dropoff_site_id: 'lab-0',
    ...fields,
  });

describe('booking', () => {
  it('makes a booked job with the first entry of its timeline', () => {
    const { job, milestones } = bookJob(request(), inputs, ids);
    expect(job).toMatchObject({
      id: 'job_1',
      ref: 'SVC-0123ABCD',
      tenant_id: 'ten_a',
      tenant_name: 'Tenant A',
      status: 'booked',
      priced,
      pickup: clinic,
      dropoff: laboratory,
      seal: null,
      cancellation: null,
    });
    expect(milestones).toEqual([{ at: bookedAt, type: 'booked', note: 'Booked', seal: null }]);
  });

  it('begins the chain of custody with a booked fact', () => {
    const { job, events } = bookJob(request(), inputs, ids);
    expect(events).toEqual([
      {
        type: 'job.created',
        data: { sku: 'LAB-STD', sla_due: '2026-11-02T12:00:00.000Z' },
        custody: {
          at: '2026-11-02T08:00:00.000Z',
          type: 'booked',
          by: 'client:cli_1',
          note: null,
          seal: null,
          position: null,
          details: null,
        },
      },
    ]);
    expect(job.custody_events).toBe(1);
  });

  it.each([
    ['not sent', undefined, bookedAt],
    ['now', '2026-11-02T08:00:00Z', bookedAt],
    ['an hour ago', '2026-11-02T07:00:00Z', new Date('2026-11-02T07:00:00Z')],
    ['24 hours ago', '2026-11-01T08:00:00Z', new Date('2026-11-01T08:00:00Z')],
    ['tomorrow, in another zone', '2026-11-03T10:00:00+02:00', new Date('2026-11-03T08:00:00Z')],
    ['30 days ahead', '2026-12-02T08:00:00Z', new Date('2026-12-02T08:00:00Z')],
  ])('counts the minutes of the SLA from ready_at %s', (_, ready_at, start) => {
    const { job } = bookJob(request({ ready_at }), inputs, ids);
    expect(job.starts_at).toEqual(start);
    expect(job.sla_due).toEqual(new Date(start.getTime() + 240 * 60_000));
  });

  it.each([
    ['more than 24 hours ago', '2026-11-01T07:59:59.999Z'],
    ['more than 30 days ahead', '2026-12-02T08:00:00.001Z'],
    ['of another year', '2027-11-02T08:00:00Z'],
  ])('refuses the ready_at %s with invalid_body', (_, ready_at) => {
    expect(() => bookJob(request({ ready_at }), inputs, ids)).toThrow(
      expect.objectContaining({ code: 'invalid_body', path: ['ready_at'] }),
    );
  });

  it('gives every parcel its id, temperature class and UN number', () => {
    expect(bookJob(request(), inputs, ids).job.parcel_items).toEqual(
      ['pcl_1', 'pcl_2'].map((id) => ({
        id,
        barcode: null,
        seal: null,
        temperature_class: 'ambient',
        un_number: 'UN3373',
      })),
    );
  });

  it.each([
    ['the one that is sent', { cost_centre: 'CC-9' }, 'CC-9'],
    ['none when that is sent', { cost_centre: '' }, ''],
    ["the tenant's default when none is sent", {}, 'CC-DEFAULT'],
  ])('sets as cost centre %s', (_, fields, cost_centre) => {
    expect(bookJob(request(fields), inputs, ids).job.cost_centre).toBe(cost_centre);
  });

  const none = { otp: false, id_check: false, signature: false, photo: false };
  it.each<[string, { requested?: object; policy?: Policies['requirements'] }, Requirements]>([
    ['the SKU', {}, { ...none, signature: true }],
    ['the policy', { policy: { 'LAB-STD': { ...none, otp: true } } }, { ...none, otp: true }],
    ['no policy for another SKU', { policy: { 'LAB-X': none } }, { ...none, signature: true }],
    [
      'the request, member by member',
      {
        requested: { signature: false, photo: true },
        policy: { 'LAB-STD': { ...none, otp: true, signature: true } },
      },
      { ...none, otp: true, photo: true },
    ],
    [
      'the policy, codes, scans and the undeliverable included',
      {
        requested: { undeliverable: 'return' },
        policy: {
          'LAB-STD': { ...none, scan: 'seal', return_otp: true, undeliverable: 'ask_desk' },
        },
      },
      { ...none, scan: 'seal', return_otp: true, undeliverable: 'return' },
    ],
  ])('requires the proof and scans asked by %s', (_, { requested, policy = {} }, expected) => {
    const policies = { ...inputs.policies, requirements: policy };
    const { job } = bookJob(request({ requirements: requested }), { ...inputs, policies }, ids);
    expect(job.requirements).toEqual(expected);
  });

  it('refuses an SKU without delivery with not_a_delivery', () => {
    const supplies = { ...priced, sku: 'SUP-BOX', delivery: false };
    expect(() => bookJob(request(), { ...inputs, priced: supplies }, ids)).toThrow(
      'not_a_delivery: SKU SUP-BOX is not a delivery.',
    );
  });
});
