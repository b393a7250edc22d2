/** Files that are right, at least in part. */
import { jobs } from '@svc/contracts';
import { startSftpStandIn, startSshd, until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Channel, header, manifest, rowOf, startChannel } from './channel.ts';

describe.each([
  { name: 'OpenSSH', startServer: startSshd, canRun: inject('hasSshd') },
  { name: 'its stand-in', startServer: startSftpStandIn, canRun: true },
])('the file channel over $name', ({ startServer, canRun }) => {
  describe.skipIf(!canRun)('takes', () => {
    let channel: Channel;
    beforeAll(async () => {
      channel = await startChannel({ startServer });
    });
    afterAll(() => channel?.stop());
    const given = () => channel;
    describe('a good file', () => {
      it('books every row for the end of its window and acknowledges it', async () => {
        const rows = [rowOf('A-1'), rowOf('A-2', { temperature_class: 'ambient', totes: '7' })];
        await given().put('demo', 'jhb/inbound/good.csv', manifest(...rows));
        const ack = await given().answer('demo', 'jhb/outbound/good.csv.ack');
        const [one, two] = [await given().onlyBooking('A-1'), await given().onlyBooking('A-2')];
        expect(ack).toBe(
          `row,order_id,ref,job_id\n1,A-1,${one.ref},${one.id}\n2,A-2,${two.ref},${two.id}\n`,
        );
        expect(await given().read('demo', 'jhb/outbound/good.csv.err')).toBeUndefined();
        expect(await given().list('demo', 'jhb/inbound')).not.toContain('good.csv');
        const meta = { tenant: 'ten_demo', actor: 'test', requestId: 'test' };
        const { jobs: asDemo } = createClients({ jobs }, given().stage.transport, meta);
        const job = await asDemo.get({ id: two.id });
        expect(job).toMatchObject({
          sku: 'WHL-TOTE',
          parcels: 7,
          reference: 'PO-A-2',
          sla_due: expect.stringMatching(/T21:59:00.000Z$/),
          metadata: { schedule_max: '5', distribution_centre: 'jhb', row: '2' },
        });
      });

      it('may have a byte-order mark, CRLF, quotes and no rows at all', async () => {
        const row = rowOf('A-3', { consignee_name: '"Demo, ""the"" Pharmacy"' });
        await given().put('demo', 'jhb/inbound/bom.CSV', `\uFEFF${header}\r\n${row}\r\n`);
        expect(await given().answer('demo', 'jhb/outbound/bom.CSV.ack')).toContain('\n1,A-3,SVC-');
        await given().put('demo', 'jhb/inbound/none.csv', `${header}\n`);
        expect(await given().answer('demo', 'jhb/outbound/none.csv.ack')).toBe(
          'row,order_id,ref,job_id\n',
        );
      });
    });

    it('names row, column and code of each fault, and books the good rows once', async () => {
      const rows = [
        rowOf('B-1'),
        rowOf('=1+1'),
        rowOf('B-3', { consignee_site: 'site_rival_lab-0' }),
        rowOf('B-4', { drop_window: '10:00-09:00', totes: '0' }),
        rowOf('B-5', { temperature_class: 'frozen' }),
        rowOf('B-6', { schedule_max: '9', un_number: '18450' }),
        rowOf('B-7', { consignee_name: '@cmd', reference: 'x'.repeat(65) }),
        'B-8,too,few',
        rowOf('B-1'),
        rowOf('B-9'),
      ];
      await given().put('demo', 'jhb/inbound/faults.csv', manifest(...rows));
      const err = await given().answer('demo', 'jhb/outbound/faults.csv.err');
      expect(err.split('\n').map((line) => line.split(',').slice(0, 4).join(','))).toEqual([
        'row,order_id,column,code',
        "2,'=1+1,order_id,invalid_order_id",
        '3,B-3,consignee_site,unknown_site',
        '4,B-4,drop_window,invalid_window',
        '4,B-4,totes,invalid_totes',
        '5,B-5,temperature_class,invalid_temperature_class',
        '6,B-6,schedule_max,invalid_schedule',
        '6,B-6,un_number,invalid_un_number',
        '7,B-7,consignee_name,formula_not_allowed',
        '7,B-7,reference,too_long',
        '8,B-8,,column_count',
        '9,B-1,order_id,duplicate_order_id',
        '',
      ]);
      const ack = await given().answer('demo', 'jhb/outbound/faults.csv.ack');
      expect(ack).toMatch(/^row,order_id,ref,job_id\n1,B-1,SVC-.*\n10,B-9,SVC-.*\n$/);
      await given().onlyBooking('B-1');
      await given().onlyBooking('B-9');
    });

    describe('what came before', () => {
      it('is not booked again: neither the same bytes nor the same order', async () => {
        const first = manifest(rowOf('C-1'));
        await given().put('demo', 'jhb/inbound/c1.csv', first);
        await given().answer('demo', 'jhb/outbound/c1.csv.ack');
        const { ref } = await given().onlyBooking('C-1');

        await given().put('demo', 'jhb/inbound/c1-again.csv', first);
        expect(await given().answer('demo', 'jhb/outbound/c1-again.csv.err')).toContain(
          '\n0,,,duplicate_file,',
        );
        await given().put('demo', 'jhb/inbound/c2.csv', manifest(rowOf('C-1'), rowOf('C-2')));
        expect(await given().answer('demo', 'jhb/outbound/c2.csv.err')).toBe(
          `row,order_id,column,code,message\n1,C-1,order_id,already_booked,booked before as ${ref}\n`,
        );
        expect(await given().answer('demo', 'jhb/outbound/c2.csv.ack')).toContain('\n2,C-2,SVC-');
        await given().onlyBooking('C-1');
      });

      it('is another matter in another centre', async () => {
        const content = manifest(rowOf('C-3'));
        await given().put('demo', 'jhb/inbound/c3.csv', content);
        await given().put('demo', 'cpt/inbound/c3.csv', content);
        await given().answer('demo', 'jhb/outbound/c3.csv.ack');
        await given().answer('demo', 'cpt/outbound/c3.csv.ack');
        expect(await given().bookings('C-3')).toHaveLength(2);
      });

      it('leaves no .err that is true no more', async () => {
        await given().put('demo', 'jhb/inbound/fixed.csv', manifest(rowOf('C-4', { totes: 'x' })));
        await given().answer('demo', 'jhb/outbound/fixed.csv.err');
        await given().put('demo', 'jhb/inbound/fixed.csv', manifest(rowOf('C-4')));
        await given().answer('demo', 'jhb/outbound/fixed.csv.ack');
        const isRemoved = async () =>
          (await given().read('demo', 'jhb/outbound/fixed.csv.err')) === undefined;
        await until(isRemoved, { timeoutMs: 60_000, what: 'the .err to go' });
      });
    });
  });
});
