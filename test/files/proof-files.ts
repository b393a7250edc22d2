/** What a wholesaler gets of a delivery. */
import { expect, it } from 'vitest';
import { collect, deskOf, seal } from '../journeys/desk.ts';
import { type Given, manifest, rowOf } from './channel.ts';

export function proofFiles(given: Given): void {
  it('places proof of delivery, and the desk sees file, row, job and proof', async () => {
    await given().put('demo', 'jhb/inbound/pod.csv', manifest(rowOf('F-1')));
    await given().answer('demo', 'jhb/outbound/pod.csv.ack');
    const { id, ref } = await given().onlyBooking('F-1');
    const desk = deskOf(given().stage);
    await given().stage.owner.query(
      `update jobs.job set requirements =
         '{"otp":false,"id_check":false,"signature":false,"photo":false}' where id = $1`,
      [id],
    );
    await collect(desk, id);
    await desk.jobs.reachMilestone({ id, type: 'deliver', seal, recipient: '=Reception' });
    const pod = await given().answer('demo', `jhb/outbound/POD-F-1-${ref}.csv`);
    const [head, line = ''] = pod.split('\n');
    expect(head).toBe(
      'order_id,reference,job_ref,status,delivered_at,recipient,seal,seal_url,signature_url,photo_url,chain_hash',
    );
    const cells = line.split(',');
    expect(cells.slice(0, 4)).toEqual(['F-1', 'PO-F-1', ref, 'delivered']);
    expect(cells.slice(5, 7)).toEqual(["'=Reception", seal]);
    expect(cells[7]).toMatch(`^${given().stage.publicUrl}/verify/POC-`);
    expect(cells.at(-1)).toMatch(/^sha256:[0-9a-f]{64}$/);

    const { data } = await given().desk.files.list({ dc: 'jhb', limit: 100 });
    const file = data.find(({ name }) => name === 'pod.csv');
    const shown = await given().desk.files.get({ id: file?.id ?? '' });
    expect(shown).toMatchObject({
      status: 'answered',
      took_ms: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      rows: { total: 1, booked: 1, refused: 0 },
      row_list: {
        data: [{ order_id: 'F-1', job_id: id, ref, pod_file: `POD-F-1-${ref}.csv` }],
      },
    });
  });
}
