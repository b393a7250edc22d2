/** Interchanges instead of manifests: same folders, same answers. */
import { expect, it } from 'vitest';
import type { Given } from './channel.ts';
import { consignment, interchange } from './interchanges.ts';
import { deliverWithProof } from './proof-files.ts';

export function ediFiles(given: Given): void {
  it('books what an interchange instructs, and tells of the delivery as EDIFACT too', async () => {
    await given().put('demo', 'jhb/inbound/wave.edi', interchange('EDI-1', 'EDI-2'));
    const ack = await given().answer('demo', 'jhb/outbound/wave.edi.ack');
    const [first, second] = [
      await given().onlyBooking('EDI-1'),
      await given().onlyBooking('EDI-2'),
    ];
    expect(ack).toBe(
      `row,order_id,ref,job_id\n1,EDI-1,${first.ref},${first.id}\n2,EDI-2,${second.ref},${second.id}\n`,
    );
    expect(await given().read('demo', 'jhb/outbound/wave.edi.err')).toBeUndefined();

    await deliverWithProof(given(), first.id);
    const name = `jhb/outbound/POD-EDI-1-${first.ref}`;
    await given().answer('demo', `${name}.csv`);
    const content = await given().answer('demo', `${name}.edi`);
    expect(content).toContain('UNB+UNOC:3+CARRIER:ZZZ+DEMO:ZZZ+');
    expect(content).toContain('IFTSTA:D:01B:UN');
    expect(content).toContain(`CNI+1+EDI-1'\r\nSTS+1+21'\r\nRFF+CN:${first.ref}'\r\nRFF+CU:PO-1'`);
  });

  it('names what is wrong by message, and books the others', async () => {
    const tomorrow = "DTM+64:209901010000:203'DTM+63:209901012359:203'".split(/(?<=')/);
    const file = interchange(
      'EDI-3',
      ['EDI-4', ...consignment, "FTX+AAI+++any'"],
      ['EDI-5', ...tomorrow, ...consignment.slice(2)],
      ['EDI-6', ...consignment, "GID+2+1'"],
      ['EDI-7', ...consignment.slice(0, -1)],
      'EDI-3',
    ).replace("UNT+10+3'", "UNT+11+3'");
    await given().put('demo', 'jhb/inbound/faults.ifm', file);
    const err = await given().answer('demo', 'jhb/outbound/faults.ifm.err');
    const faults = err.trim().split('\n').slice(1);
    expect(faults.map((line) => line.split(',').slice(0, 4).join(','))).toEqual([
      '2,EDI-4,FTX,not_accepted',
      '3,EDI-5,UNT,control_count',
      '3,EDI-5,drop_window,wrong_day',
      '4,EDI-6,GID,repeated_segment',
      '5,EDI-7,temperature_class,required',
      '6,EDI-3,order_id,duplicate_order_id',
    ]);
    expect(await given().answer('demo', 'jhb/outbound/faults.ifm.ack')).toMatch(
      /\n1,EDI-3,SVC-.*\n$/,
    );
    for (const order of ['EDI-4', 'EDI-5', 'EDI-6', 'EDI-7']) {
      expect(await given().bookings(order)).toEqual([]);
    }
  });

  it.each<[string, string, string]>([
    ['its count of messages', interchange('EDI-8').replace('UNZ+1', 'UNZ+2'), 'UNZ,malformed'],
    ['its reference', interchange('EDI-8').replace('UNZ+1+W7', 'UNZ+1+W8'), 'UNZ,malformed'],
    ['its end', interchange('EDI-8').split('UNT')[0] ?? '', 'UNZ,malformed'],
    ['its bytes', interchange('EDI-8').replace('Demo', 'D\0mo'), 'NAD,bad_encoding'],
    [
      'its day',
      interchange([
        'EDI-8',
        "DTM+64:209901010000:203'",
        "DTM+63:209901012359:203'",
        ...consignment.slice(2),
      ]),
      'drop_window,wrong_day',
    ],
  ])('books nothing of an interchange that is wrong in %s', async (what, file, fault) => {
    const name = `${what.replaceAll(' ', '-')}.edi`;
    await given().put('demo', `jhb/inbound/${name}`, file);
    expect(await given().answer('demo', `jhb/outbound/${name}.err`)).toContain(`,${fault},`);
    expect(await given().bookings('EDI-8')).toEqual([]);
  });
}
