/** Manifests as spreadsheets in South Africa save them, and what they destroy. */
import { describe, expect, it } from 'vitest';
import { type Given, header, manifest, rowOf } from './channel.ts';

export function spreadsheets(given: Given): void {
  describe('a manifest from a spreadsheet', () => {
    it('is booked with semicolons, in Windows-1252, with its forms of times and ranges', async () => {
      const forms = { drop_window: '0:00 \u2013 23:59', temperature_class: '2-8 °C' };
      const row = rowOf('X-1', { ...forms, consignee_name: 'Naudé Apteek', un_number: '3373' });
      const lines = ['sep=;', header.toUpperCase(), row, ',,,,,,,,', ''];
      const text = lines.join('\r\n').replaceAll(',', ';');
      const bytes = Buffer.from(text.replace('\u2013', '\u0096'), 'latin1');
      await given().put('demo', 'jhb/inbound/sheet.csv', bytes);
      expect(await given().answer('demo', 'jhb/outbound/sheet.csv.ack')).toMatch(
        /\n1,X-1,SVC-.*\n$/,
      );
      expect(await given().read('demo', 'jhb/outbound/sheet.csv.err')).toBeUndefined();
      await given().onlyBooking('X-1');
    });

    it('books the good rows and names the cells that the spreadsheet destroyed', async () => {
      const rows = [rowOf('6.00123E+12'), rowOf('01-Mar'), rowOf('X-2', { un_number: '4' })];
      await given().put('demo', 'jhb/inbound/eaten.csv', manifest(...rows, rowOf('X-3')));
      const err = await given().answer('demo', 'jhb/outbound/eaten.csv.err');
      expect(err.split('\n').slice(1, -1)).toEqual([
        expect.stringMatching(/^1,6.00123E\+12,order_id,changed_by_spreadsheet,.*long number/),
        expect.stringMatching(/^2,01-Mar,order_id,changed_by_spreadsheet,.*a date/),
        expect.stringMatching(/^3,X-2,un_number,changed_by_spreadsheet,.*leading zeros/),
      ]);
      expect(await given().answer('demo', 'jhb/outbound/eaten.csv.ack')).toMatch(/\n4,X-3,SVC-/);
    });
  });
}
