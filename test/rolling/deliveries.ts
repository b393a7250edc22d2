/** Jobs that a courier brings to their end over HTTP, so that there is something to bill. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { type Carrier, type Courier, newCarrier } from '../journeys/carrier.ts';
import { noProof, seal } from '../journeys/desk.ts';
import type { Stage } from '../journeys/environment.ts';
import { resource, type Send } from '../journeys/http.ts';
import { bookingOf, type Tenant } from '../journeys/tenants.ts';

export interface Deliverer {
  book(key: string): Promise<string>;
  /** Of a booked job. */
  deliver(id: string): Promise<void>;
}

/** As much as every version answers. */
const job = z.looseObject({ id: z.string(), status: z.string() });
const moved = z.looseObject({ status: z.string() });

/** A request that brings a job to this state. */
async function move(send: Send, path: string, body: Record<string, unknown>): Promise<string> {
  return resource(await send(`POST /ops/jobs/${path}`, { body }), 200, moved).status;
}

export async function newDeliverer(stage: Stage, tenant: Tenant): Promise<Deliverer> {
  const carrier: Carrier = await newCarrier({ stage, observe: () => undefined });
  const courier: Courier = await carrier.courier();
  return {
    book: async (key) => {
      const body = { ...bookingOf(tenant), requirements: noProof };
      return resource(await tenant.send('POST /jobs', { key, body }), 201, job).id;
    },
    deliver: async (id) => {
      const { driver_id, vehicle_id } = courier;
      const crew = { driver_id, vehicle_id };
      expect(await move(carrier.send, `${id}/assign`, crew)).toBe('assigned');
      const box = { parcels_scanned: 1, box_temperature_c: 4.2 };
      const collect = { type: 'collect', seal, ...box };
      expect(await move(courier.send, `${id}/milestones`, collect)).toBe('collected');
      const handOver = { type: 'deliver', seal, recipient: 'Reception' };
      expect(await move(courier.send, `${id}/milestones`, handOver)).toBe('delivered');
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
