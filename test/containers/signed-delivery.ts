/** A job that was delivered against a signature, whose image lies in the storage of files. */
import { bookedJob, pod } from '@svc/contracts';
import { until } from '@svc/devnet';
import { assignTo, fileImage, newCarrier, reach } from '../journeys/carrier.ts';
import { noProof, seal } from '../journeys/desk.ts';
import { resource } from '../journeys/http.ts';
import { bookingOf, type Tenant } from '../journeys/tenants.ts';
import type { ContainerStage } from './stage.ts';

export interface SignedDelivery {
  /** Of the job. */
  id: string;
  /** Bytes of the image. */
  signature: Buffer;
  /** As a client gets them, by the link of the proof of delivery. */
  fetchSignature(): Promise<Buffer>;
}

export async function deliverSigned(
  stage: ContainerStage,
  tenant: Tenant,
): Promise<SignedDelivery> {
  const { send } = tenant;
  const carrier = await newCarrier({ stage, observe: () => undefined });
  const courier = await carrier.courier();
  const requirements = { ...noProof, signature: true };
  const booking = { key: crypto.randomUUID(), body: { ...bookingOf(tenant), requirements } };
  const { id } = resource(await send('POST /jobs', booking), 201, bookedJob);
  await assignTo(carrier, id, courier);
  const box = { parcels_scanned: 1, box_temperature_c: 4.2 };
  const collect = { type: 'collect', seal, ...box } as const;
  await reach(courier.send, id, [collect, 'collected', 'pickup.completed']);
  const image = await fileImage(courier.send, id, 'signature');
  const proof = { recipient: 'Reception', signature_file_id: image.id };
  const handOver = { type: 'deliver', seal, ...proof } as const;
  await reach(courier.send, id, [handOver, 'delivered', 'delivery.completed']);
  const fetchSignature = async () => {
    const { signature_url } = resource(await send(`GET /jobs/${id}/pod`), 200, pod);
    const answer = await fetch(signature_url ?? '');
    if (!answer.ok) throw new Error(`the file is answered with ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const isProved = async () => (await send(`GET /jobs/${id}/pod`)).status === 200;
  await until(isProved, { timeoutMs: 60_000, everyMs: 250, what: 'the proof of delivery' });
  return { id, signature: Buffer.from(image.bytes), fetchSignature };
}
