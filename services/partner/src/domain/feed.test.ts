import { describe, expect, it } from 'vitest';
import { parseRows, requireCodesOnly } from './feed.ts';

const now = new Date('2026-11-02T08:00:00Z');
const row = { item_code: 'A1', quantity: 5, updated_at: '2026-11-02T07:00:00Z' };
const read = (fields: object) => {
  const { rows, faults } = parseRows([{ ...row, ...fields }], now);
  return faults[0]?.code ?? rows[0];
};

describe('a row of a feed', () => {
  it.each([
    [
      { item_code: ' NAPPI-700/1 ', quantity: ' 7 ' },
      { item_code: 'NAPPI-700/1', quantity: 7 },
    ],
    [{ updated_at: '2026-11-02T09:00+02:00' }, { updated_at: new Date('2026-11-02T07:00:00Z') }],
    [{ updated_at: '2026-11-02T08:05:00Z' }, { quantity: 5 }],
  ])('is accepted in the form %o', (fields, expected) => {
    expect(read(fields)).toMatchObject(expected);
  });

  it.each([
    ['invalid_item_code', { item_code: 'two words' }],
    ['invalid_item_code', { item_code: 7 }],
    ['invalid_item_code', { item_code: 'x'.repeat(41) }],
    ['invalid_item_code', { item_code: '=1+1' }],
    ['invalid_quantity', { quantity: '' }],
    ['invalid_quantity', { quantity: '1e3' }],
    ['invalid_quantity', { quantity: 1.5 }],
    ['invalid_quantity', { quantity: 1_000_001 }],
    ['invalid_quantity', { quantity: null }],
    ['negative_quantity', { quantity: '-1' }],
    ['invalid_updated_at', { updated_at: undefined }],
    ['invalid_updated_at', { updated_at: '2026-11-02' }],
    ['invalid_updated_at', { updated_at: '2026-11-02T25:00:00Z' }],
    ['invalid_updated_at', { updated_at: '2026-11-02T08:05:01Z' }],
  ])('is refused with %s: %o', (code, fields) => {
    expect(read(fields)).toBe(code);
  });
});

describe('a field of a feed', () => {
  it.each([
    ['medicine_name_not_allowed', ['name', 'Item Name', 'description', 'drug', 'Brand-Name']],
    [
      'patient_data_not_allowed',
      ['patient', 'PatientRef', 'surname', 'dob', 'script', 'id number'],
    ],
  ])('is refused with %s: %o', (code, fields) => {
    for (const field of fields) {
      expect(() => requireCodesOnly([field]), field).toThrow(expect.objectContaining({ code }));
    }
  });

  it('may have any other name', () => {
    const fields = ['item_code', 'quantity', 'updated_at', 'shelf', 'batch', 'site_id', 'items'];
    expect(() => requireCodesOnly(fields)).not.toThrow();
  });
});
