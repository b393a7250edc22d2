/** What a wholesaler gets of a delivery. */
import { files } from '@svc/contracts';
import { expect, it } from 'vitest';
import { assignTo, fileImage, newCarrier, reach } from '../journeys/carrier.ts';
import { seal } from '../journeys/desk.ts';
import { type Ask, resource } from '../journeys/http.ts';
import { conformance, fetchDocument } from '../journeys/openapi.ts';
import { type Channel, type Given, manifest, rowOf } from './channel.ts';

const dayMs = 24 * 60 * 60_000;

export function proofFiles(given: Given): void {
  it('places proof of delivery, and the desk sees file, row, job and proof', async () => {
    await given().put('demo', 'jhb/inbound/pod.csv', manifest(rowOf('F-1')));
    await given().answer('demo', 'jhb/outbound/pod.csv.ack');
    const { id, ref } = await given().onlyBooking('F-1');
    const desk = await deliverWithProof(given(), id);
    const pod = await given().answer('demo', `jhb/outbound/POD-F-1-${ref}.csv`);
    const [head, line = ''] = pod.split('\n');
    expect(head).toBe(
      'order_id,reference,job_ref,status,delivered_at,recipient,seal,seal_url,signature_url,photo_url,chain_hash',
    );
    const cells = line.split(',');
    expect(cells.slice(0, 4)).toEqual(['F-1', 'PO-F-1', ref, 'delivered']);
    expect(cells.slice(5, 7)).toEqual(["'=Reception", seal]);
    const [verify = '', signature = '', photo = '', chainHash] = cells.slice(7);
    expect(chainHash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await (await fetch(verify)).text()).toContain(seal);
    for (const [link, kind] of [
      [signature, 'signature'],
      [photo, 'photo'],
    ] as const) {
      expect(Number(link.split('.').at(-2)) * 1000).toBeGreaterThan(Date.now() + 89 * dayMs);
      expect(await (await fetch(link)).text()).toContain(`${kind} of ${id}`);
    }

    const { list, get } = files.actions;
    const found = resource(await desk('GET /ops/files?dc=jhb&limit=100'), 200, list.output);
    const file = found.data.find(({ name }) => name === 'pod.csv');
    const shown = resource(await desk(`GET /ops/files/${file?.id}`), 200, get.output);
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

/** As a driver's device tells it; answers the carrier's desk. */
export async function deliverWithProof({ stage }: Channel, id: string): Promise<Ask> {
  const carrier = await newCarrier({
    stage,
    observe: conformance(await fetchDocument(stage.publicUrl)),
  });
  const courier = await carrier.courier();
  await assignTo(carrier, id, courier);
  const box = { parcels_scanned: 2, box_temperature_c: 4.2 };
  await reach(courier.ask, id, [
    { type: 'collect', seal, ...box },
    'collected',
    'pickup.completed',
  ]);
  const { id: signature_file_id } = await fileImage(courier.ask, id, 'signature');
  const { id: photo_file_id } = await fileImage(courier.ask, id, 'photo');
  await reach(courier.ask, id, [
    { type: 'deliver', seal, recipient: '=Reception', signature_file_id, photo_file_id },
    'delivered',
    'delivery.completed',
  ]);
  return carrier.ask;
}
