/** Jobs that a courier brings to their end over HTTP, so that there is something to bill. */
import { setTimeout as pause } from 'node:timers/promises';
import { bookedJob } from '@svc/contracts';
import { assignTo, type Carrier, type Courier, newCarrier, reach } from '../journeys/carrier.ts';
import { noProof, seal } from '../journeys/desk.ts';
import type { Stage } from '../journeys/environment.ts';
import { resource } from '../journeys/http.ts';
import { bookingOf, type Tenant } from '../journeys/tenants.ts';

export interface Deliverer {
  book(key: string): Promise<string>;
  /** Of a booked job. */
  deliver(id: string): Promise<void>;
}

export async function newDeliverer(stage: Stage, tenant: Tenant): Promise<Deliverer> {
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

export interface RunningDeliveries {
  /** Ids of the jobs that were delivered; rejects with the first request that failed. */
  finish(): Promise<string[]>;
}

/** As couriers do it, and not as fast as a machine can. */
const pauseMs = 500;

/** Delivers one job after the other. */
export function startDeliveries({ book, deliver }: Deliverer, label: string): RunningDeliveries {
  const delivered: string[] = [];
  let finishing = false;
  const working = (async () => {
    while (!finishing) {
      const id = await book(`${label}-delivery-${delivered.length}`);
      await deliver(id);
      delivered.push(id);
      await pause(pauseMs);
    }
  })();
  // Told by `finish`.
  working.catch(() => undefined);
  return {
    finish: async () => {
      finishing = true;
      await working;
      return delivered;
    },
  };
}
