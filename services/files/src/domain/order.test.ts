import { describe, expect, it } from 'vitest';
import { parseOrderIdentity, parseRow, refusalFault, refuseDuplicateOrders } from './order.ts';
import { columns } from './spreadsheet.ts';

const wave = {
  file_id: 'wf_1',
  receivedAt: new Date('2026-11-23T08:00:00Z'),
  centre: {
    dc: 'jhb',
    site_id: 'site_dc',
    time_zone: 'Africa/Johannesburg',
    cut_off: '14:00',
  },
};
const good = ['O-1', 'ph-0', 'Pharmacy', '14:00-16:00', '3', '2-8C', '5', 'UN1845', 'PO-1'];
const withCell = (n: number, cell: string) => good.map((own, at) => (at === n ? cell : own));
const codesOf = (cells: string[]) =>
  parseRow(cells, 1, wave).faults.map(({ column, code }) => `${column} ${code}`);

describe('a row', () => {
  it('becomes a booking under the identity of its order', () => {
    expect(parseRow(good, 7, wave)).toEqual({
      row: 7,
      order_id: 'O-1',
      faults: [],
      booking: {
        identity: 'file:jhb:O-1',
        sku: 'WHL-COLD',
        temperature_class: '2-8C',
        parcels: 3,
        un_number: 'UN1845',
        pickup_site_id: 'site_dc',
        dropoff_site_id: 'ph-0',
        sla_due: '2026-11-23T14:00:00.000Z',
        reference: 'PO-1',
        metadata: {
          order_id: 'O-1',
          distribution_centre: 'jhb',
          file_id: 'wf_1',
          row: '7',
          consignee_name: 'Pharmacy',
          drop_window: '14:00-16:00',
          schedule_max: '5',
        },
      },
    });
    expect(parseOrderIdentity('file:jhb:O-1')).toEqual({ dc: 'jhb', order_id: 'O-1' });
  });

  it.each([
    [0, ['A', 'a.b_c-9', 'x'.repeat(64)]],
    [1, ['site_demo_ph-0']],
    [2, ['"The" Pharmacy, Döner & Söhne', 'x'.repeat(120)]],
    [4, ['1', '99']],
    [5, ['ambient', '2-8C']],
    [6, ['0', '8']],
    [7, ['', 'UN0004', '1845']],
    [8, ['', 'x'.repeat(64), 'a=b']],
  ])('is accepted with a value in column %d: %j', (n, cells) => {
    for (const cell of cells) expect(codesOf(withCell(n, cell)), cell).toEqual([]);
  });

  it.each<[number, string, string]>([
    [0, '', 'order_id required'],
    [0, '-a', 'order_id invalid_order_id'],
    [0, 'a/b', 'order_id invalid_order_id'],
    [0, 'a:b', 'order_id invalid_order_id'],
    [0, 'x'.repeat(65), 'order_id invalid_order_id'],
    [1, '', 'consignee_site required'],
    [1, '../x', 'consignee_site unknown_site'],
    [2, '', 'consignee_name required'],
    [2, ' \u200b', 'consignee_name required'],
    [2, '=cmd()', 'consignee_name formula_not_allowed'],
    [2, 'a\u0007b', 'consignee_name invalid_text'],
    [2, 'x'.repeat(121), 'consignee_name too_long'],
    [3, '16:00-14:00', 'drop_window invalid_window'],
    [3, '08:00-09:00', 'drop_window window_closed'],
    [4, '0', 'totes invalid_totes'],
    [4, '100', 'totes invalid_totes'],
    [4, '1.5', 'totes invalid_totes'],
    [5, 'frozen', 'temperature_class invalid_temperature_class'],
    [5, 'toString', 'temperature_class invalid_temperature_class'],
    [6, '9', 'schedule_max invalid_schedule'],
    [6, 'S5', 'schedule_max invalid_schedule'],
    [7, '18450', 'un_number invalid_un_number'],
    [7, '4', 'un_number changed_by_spreadsheet'],
    [0, '01-Mar', 'order_id changed_by_spreadsheet'],
    [3, '08-Dec', 'drop_window changed_by_spreadsheet'],
    [8, '+27', 'reference formula_not_allowed'],
    [8, 'x'.repeat(65), 'reference too_long'],
  ])('is refused for its value in column %d: %j', (n, cell, code) => {
    expect(codesOf(withCell(n, cell))).toEqual([code]);
    expect(parseRow(withCell(n, cell), 1, wave).booking).toBeNull();
  });

  it('takes the profile of a file that has the column', () => {
    const profiled = { ...wave, columns: [...columns, 'temperature_profile' as const] };
    const bookingOf = (cell: string) => parseRow([...good, cell], 1, profiled).booking;
    expect(bookingOf('red_cells')?.temperature_profile).toBe('red_cells');
    expect(bookingOf('')).toEqual(parseRow(good, 1, wave).booking);
    expect(parseRow([...good, 'red cells!'], 1, profiled)).toMatchObject({
      ...{ booking: null, faults: [{ column: 'temperature_profile', code: 'unknown_profile' }] },
    });
    expect(parseRow(good, 1, profiled).faults).toMatchObject([{ code: 'column_count' }]);
  });

  it.each([
    ['too few', good.slice(1)],
    ['too many', [...good, '']],
  ])('has nine columns, not %s', (_, cells) => {
    expect(codesOf(cells)).toEqual([' column_count']);
  });

  it('shows no more of a wrong order than helps to find it', () => {
    const { order_id } = parseRow(withCell(0, `\u0000${'x'.repeat(500)}`), 1, wave);
    expect(order_id).toBe(` ${'x'.repeat(63)}`);
  });
});

it('an order in two rows is booked by its first good row', () => {
  const rows = [withCell(4, '0'), good, good].map((cells, n) => parseRow(cells, n + 1, wave));
  expect(
    refuseDuplicateOrders(rows).map(({ booking, faults }) => [!!booking, faults[0]?.code]),
  ).toEqual([
    [false, 'invalid_totes'],
    [true, undefined],
    [false, 'duplicate_order_id'],
  ]);
});

it.each([null, '', 'route:rt_1:2027-01-04:1', 'file:', 'file:jhb', 'file:jhb:a:b'])(
  'a job that was booked as %j is from no file',
  (identity) => {
    expect(parseOrderIdentity(identity)).toBeUndefined();
  },
);

it.each([
  ['unknown_site', 'dropoff_site_id is …', 'consignee_site'],
  ['unknown_site', 'pickup_site_id is …', ''],
  ['same_site', 'site_1 is …', 'consignee_site'],
  ['out_of_area', 'The way …', 'consignee_site'],
  ['unknown_sku', 'WHL-COLD …', 'temperature_class'],
  ['unknown_profile', 'There is no …', 'temperature_profile'],
  ['profile_mismatch', 'lava is …', 'temperature_profile'],
])('the refusal %s of jobs (%s) is a fault of column %j', (code, detail, column) => {
  expect(refusalFault(code, detail)).toMatchObject({ code, column });
});
