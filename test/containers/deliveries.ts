/** Jobs that a courier brings to their end over HTTP, so that there is something to bill. */
import { bookedJob } from '@svc/contracts';
import { assignTo, type Carrier, type Courier, newCarrier, reach } from '../journeys/carrier.ts';
import { noProof, seal } from '../journeys/desk.ts';
import { resource } from '../journeys/http.ts';
import { bookingOf, type Tenant } from '../journeys/tenants.ts';
import type { ContainerStage } from './stage.ts';

export interface Deliverer {
  book(key: string): Promise<string>;
  /** Of a booked job. */
  deliver(id: string): Promise<void>;
}

export async function newDeliverer(stage: ContainerStage, tenant: Tenant): Promise<Deliverer> {
  const carrier: Carrier = await newCarrier({ stage, observe: () => undefined });
  const courier: Courier = await carrier.courier();
  return {
    book: async (key) => {
      const body = { ...bookingOf(tenant), requirements: noProof };
      return resource(await tenant.send('POST /jobs', { key, body }), 201, bookedJob).id;
    },
    deliver: async (id) => {
      await assignTo(carrier, id, courier);
      const box = { parcels_scanned: 1, box_temperature_c: 4.2 };
      const collect = { type: 'collect', seal, ...box } as const;
      await reach(courier.send, id, [collect, 'collected', 'pickup.completed']);
      const handOver = { type: 'deliver', seal, recipient: 'Reception' } as const;
      await reach(courier.send, id, [handOver, 'delivered', 'delivery.completed']);
    },
  };
}
