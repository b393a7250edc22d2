/** Files about a delivery that a wholesaler receives. */
import { rm } from 'node:fs/promises';
import { files } from '@svc/contracts';
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { assignTo, fileImage, newCarrier, reach } from '../journeys/carrier.ts';
import { deskOf, seal } from '../journeys/desk.ts';
import { resource, type Send } from '../journeys/http.ts';
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

/** A file that the wholesaler took is out of reach, and does not come a second time. */
export function erasedProofFiles(given: Given): void {
  it('blanks the recipient in a proof file that still lies there', async () => {
    const erased = async (order: string, interfere: (path: string) => Promise<unknown>) => {
      await given().put('demo', `jhb/inbound/${order}.csv`, manifest(rowOf(order)));
      await given().answer('demo', `jhb/outbound/${order}.csv.ack`);
      const { id, ref } = await given().onlyBooking(order);
      await deliverWithProof(given(), id);
      const path = `jhb/outbound/POD-${order}-${ref}.csv`;
      expect(await given().answer('demo', path)).toContain('=Reception');
      await interfere(given().path('demo', path));
      const { transport } = given().stage;
      await deskOf({ transport }, 'ten_demo').custody.eraseProof({ id });
      return { id, path };
    };
    const removed = await erased('F-TAKEN', (path) => rm(path));
    const { path } = await erased('F-ERASED', () => Promise.resolve());
    const rewritten = await until(
      async () => {
        const text = await given().read('demo', path);
        return text && !text.includes('=Reception') ? text : undefined;
      },
      { timeoutMs: 60_000, everyMs: 50, what: 'the file without its recipient' },
    );
    const [, line = ''] = rewritten.split('\n');
    const cells = line.split(',');
    expect(cells.slice(3, 7)).toEqual(['delivered', expect.any(String), '', seal]);
    expect(cells.slice(8, 10)).toEqual(['', '']);
    const { owner } = given().stage;
    await until(
      async () =>
        (
          await owner.query(
            'select 1 from files.pod_file where job_id = $1 and due_at is null and erased_at is not null',
            [removed.id],
          )
        ).rowCount === 1,
      { timeoutMs: 60_000, what: 'the taken file to be looked for' },
    );
    expect(await given().read('demo', removed.path)).toBeUndefined();
  });
}

/** As a driver's device tells it; answers the carrier's desk. */
export async function deliverWithProof({ stage }: Channel, id: string): Promise<Send> {
  const carrier = await newCarrier({
    stage,
    observe: conformance(await fetchDocument(stage.publicUrl)),
  });
  const courier = await carrier.courier();
  await assignTo(carrier, id, courier);
  const box = { parcels_scanned: 2, box_temperature_c: 4.2 };
  await reach(courier.send, id, [
    { type: 'collect', seal, ...box },
    'collected',
    'pickup.completed',
  ]);
  const { id: signature_file_id } = await fileImage(courier.send, id, 'signature');
  const { id: photo_file_id } = await fileImage(courier.send, id, 'photo');
  await reach(courier.send, id, [
    { type: 'deliver', seal, recipient: '=Reception', signature_file_id, photo_file_id },
    'delivered',
    'delivery.completed',
  ]);
  return carrier.send;
}
