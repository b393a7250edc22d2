import { bookingRequest, milestoneRequest } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unknownFields } from '../src/calls/json-unknown-fields.ts';
import { hintFor } from '../src/calls/nearest-name.ts';

const booking = unknownFields(bookingRequest);
const found = (find: ReturnType<typeof unknownFields>, value: unknown) =>
  find(value).map(({ path, message }) => [path.join('/'), message]);

describe('unknown fields', () => {
  it('are named with the nearest known name', () => {
    expect(found(booking, { sku: 'LAB-STD', prioritty: 'stat', costCentre: 'X' })).toEqual([
      ['prioritty', 'Unknown field. Did you mean priority?'],
      ['costCentre', 'Unknown field. Did you mean cost_centre?'],
    ]);
  });

  it('are found in members and items, and not where a schema is open', () => {
    expect(found(booking, { requirements: { otpp: true }, metadata: { of: 'mine' } })).toEqual([
      ['requirements/otpp', 'Unknown field. Did you mean otp?'],
    ]);
    const list = unknownFields(z.object({ of: z.array(z.object({ a: z.string() })).optional() }));
    expect(found(list, { of: [{ a: '' }, { b: '' }] })).toEqual([
      ['of/1/b', 'Unknown field. Known here: a.'],
    ]);
  });

  it('of a union are those of the member that is meant', () => {
    const milestone = unknownFields(milestoneRequest, ['id', 'courier_id']);
    const faults = found(milestone, { type: 'depart', seal: 'SL-1', courier_id: 'drv_1' });
    expect(faults.map(([name]) => name)).toEqual(['seal', 'courier_id']);
    expect(milestone({ type: 'nothing', seal: 'SL-1' })).toEqual([]);
  });

  it('are at most 50', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`x${i}`, i]));
    expect(booking(many)).toHaveLength(50);
  });

  it.each([
    ['pickup_site', 'Did you mean pickup_site_id?'],
    ['Pickup-Site-Id', 'Did you mean pickup_site_id?'],
    ['x'.repeat(100_000), 'Known here: pickup_site_id, km.'],
    ['', 'Known here: pickup_site_id, km.'],
  ])('%.20s has a hint', (sent, hint) => {
    expect(hintFor(sent, ['pickup_site_id', 'km'])).toBe(hint);
  });
});
