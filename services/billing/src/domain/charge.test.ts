import { describe, expect, it } from 'vitest';
import { snapshotOf } from '../../test/neighbours.ts';
import { chargeOfCancellation, chargeOfDelivery, labelOn } from './charge.ts';

const at = '2026-11-15T08:00:00.000Z';
const job = (fields: Partial<Parameters<typeof snapshotOf>[0]>) =>
  snapshotOf({ job_id: 'job_1', at, ...fields });
const subject = { job_id: 'job_1', ref: 'SVC-1' };
const delivered = { ...subject, recipient: 'R', otp_verified: false, delivered_at: at };
const proof = {
  recipient: 'R',
  otp_verified: false,
  id_check: 'not_required',
  signature_file_id: null,
  photo_file_id: null,
} as const;

const ofDelivery = (fields: Partial<Parameters<typeof snapshotOf>[0]>) =>
  chargeOfDelivery({
    data: delivered,
    internals: { job: job(fields), custody: null, proof },
    created_at: at,
  });
const ofCancellation = (fee_cents: number, amount_cents = 18_500, occurredAt?: string) =>
  chargeOfCancellation({
    data: { ...subject, reason: 'Closed', fee_cents, currency: 'ZAR', rule: '' },
    internals: {
      job: job({ amount_cents }),
      custody: null,
      ...(occurredAt && { occurred: { at: occurredAt, position: null } }),
    },
    created_at: at,
  });

describe('a delivery', () => {
  it('is charged its price, at the time it was made', () => {
    expect(ofDelivery({})).toMatchObject({
      kind: 'delivery',
      amount_cents: 18_500,
      vat_cents: 2775,
      happened_at: new Date(at),
    });
  });
  it('is not charged when it is a return', () => {
    expect(ofDelivery({ return_of: 'job_0' })).toBeUndefined();
  });
  it('is on the invoice even when it is free', () => {
    expect(ofDelivery({ amount_cents: 0 })).toMatchObject({ amount_cents: 0, vat_cents: 0 });
  });
});

describe('a cancellation', () => {
  it.each([
    [9251, 18_501, 1388],
    [1, 2, 0],
    [9250, 18_500, 1388],
    [50, 100, 8],
    [333, 666, 50],
  ])('of %i cents at a price of %i has %i cents VAT', (fee, price, vat) => {
    expect(ofCancellation(fee, price)).toMatchObject({ amount_cents: fee, vat_cents: vat });
  });
  it('without a fee is not charged', () => {
    expect(ofCancellation(0)).toBeUndefined();
  });
  it('has the time at which it happened', () => {
    const occurredAt = '2026-11-14T08:00:00.000Z';
    expect(ofCancellation(5, 10, occurredAt)?.happened_at).toEqual(new Date(occurredAt));
    expect(ofCancellation(5)?.happened_at).toEqual(new Date(at));
  });
});

it('an event without a VAT rate is charged at the standard rate', () => {
  const { priced, ...rest } = job({});
  const { vat_percent: _none, ...former } = priced;
  const internals = JSON.parse(JSON.stringify({ job: { ...rest, priced: former }, custody: null }));
  const fee = { reason: 'Closed', fee_cents: 9251, currency: 'ZAR', rule: '' } as const;
  expect(chargeOfDelivery({ data: delivered, internals, created_at: at })?.vat_percent).toBe(15);
  expect(
    chargeOfCancellation({ data: { ...subject, ...fee }, internals, created_at: at }),
  ).toMatchObject({
    vat_percent: 15,
    vat_cents: 1388,
  });
});

it('a line names its month on the invoice of another one', () => {
  const charge = ofDelivery({});
  if (!charge) throw new Error('it costs something');
  expect(labelOn('2026-11', charge, '2026-11')).toBe(charge.label);
  expect(labelOn('2026-12', charge, '2026-11')).toBe(`${charge.label} (2026-11)`);
});
