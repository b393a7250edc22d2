import { bookedJob, custodyRecord, jobDetail } from '@svc/contracts';
import { chainFault } from '@svc/proof/verify/chain';
import { expect, it } from 'vitest';
import {
  assignTo,
  type Carrier,
  type Courier,
  newCarrier,
  reach,
  reportMilestone,
} from './carrier.ts';
import { noProof, seal } from './desk.ts';
import { eventsOf } from './events.ts';
import { outcomeOf, resource } from './http.ts';
import { projected } from './projection.ts';
import { proved } from './proof.ts';
import { bookingOf, type Tenant } from './tenants.ts';
import type { Given, World } from './world.ts';

interface OnTheWay {
  id: string;
  carrier: Carrier;
  courier: Courier;
}

/** A job that needs no proof, collected by a courier of its own. */
async function collected(world: World, tenant: Tenant): Promise<OnTheWay> {
  const body = { ...bookingOf(tenant), requirements: noProof };
  const { id } = resource(await tenant.send('POST /jobs', { key: 'a', body }), 201, bookedJob);
  const carrier = await newCarrier(world);
  const courier = await carrier.courier();
  await assignTo(carrier, id, courier);
  const box = { parcels_scanned: 1, box_temperature_c: -0.5 };
  await reach(courier.send, id, [
    { type: 'collect', seal, ...box },
    'collected',
    'pickup.completed',
  ]);
  return { id, carrier, courier };
}

const chainOf = async ({ stage }: World, { send }: Tenant, id: string): Promise<string[]> => {
  await projected(stage, id);
  const record = resource(await send(`GET /jobs/${id}/custody`), 200, custodyRecord);
  expect(chainFault(record)).toBeUndefined();
  return record.events.map(({ type }) => type);
};
const typesOf = async ({ stage }: World, tenant: Tenant, id: string): Promise<string[]> =>
  (await eventsOf(stage, tenant.id)).flatMap(({ type, job_id }) => (job_id === id ? [type] : []));

export function returnJourneys(given: Given): void {
  it('what cannot be handed over goes back, as a job of its own', async () => {
    const world = given();
    const tenant = await world.tenant();
    const { id, carrier, courier } = await collected(world, tenant);
    const failed = await reach(courier.send, id, [
      { type: 'delivery_failed', reason: 'Nobody there' },
      'exception',
      'delivery.failed',
      'return.created',
      'job.created',
      'job.updated',
    ]);
    const back = failed.return_job_id ?? '';
    expect(outcomeOf(await reportMilestone(carrier.send, id, { type: 'resume' }))).toBe(
      '409 invalid_transition',
    );
    const original = resource(await tenant.send(`GET /jobs/${id}`), 200, jobDetail);
    const returning = resource(await tenant.send(`GET /jobs/${back}`), 200, jobDetail);
    expect(returning).toMatchObject({
      status: 'collected',
      seal,
      return_of: id,
      pickup: original.dropoff,
      dropoff: original.pickup,
      price: { amount_cents: 0 },
    });

    await reach(courier.send, back, [{ type: 'depart' }, 'in_transit', 'job.updated']);
    await reach(courier.send, back, [
      { type: 'deliver', seal, recipient: 'Dispatch' },
      'delivered',
      'delivery.completed',
      'return.completed',
    ]);
    await proved(world, tenant, back);
    expect(await chainOf(world, tenant, id)).toEqual([
      'booked',
      'assigned',
      'collected',
      'delivery_failed',
      'returned',
    ]);
    expect((await typesOf(world, tenant, id)).slice(-3)).toEqual([
      'delivery.failed',
      'return.created',
      'return.completed',
    ]);
    const now = resource(await tenant.send(`GET /jobs/${id}`), 200, jobDetail);
    expect(now).toMatchObject({ status: 'exception', return_job_id: back });
    expect(outcomeOf(await tenant.send(`GET /certificates/${id}`))).toBe('409 certificate_pending');
  });

  it('a broken seal stops a job until dispatch lets it go on', async () => {
    const world = given();
    const tenant = await world.tenant();
    const { id, carrier, courier } = await collected(world, tenant);
    await reach(courier.send, id, [
      { type: 'scan', location: 'Depot', seal: 'SL-OTHER' },
      'exception',
      'custody.scanned',
      'seal.broken',
    ]);
    const handOver = { type: 'deliver', seal: 'SL-NEW', recipient: 'Reception' } as const;
    const resume = { type: 'resume', seal: 'SL-NEW' } as const;
    for (const milestone of [handOver, resume]) {
      const answer = await reportMilestone(courier.send, id, milestone);
      expect(outcomeOf(answer), milestone.type).toBe('409 invalid_transition');
    }
    await reach(carrier.send, id, [resume, 'collected', 'job.updated']);
    await reach(courier.send, id, [handOver, 'delivered', 'delivery.completed']);
    const { certificate } = await proved(world, tenant, id);
    expect(certificate?.custody.seal).toBe('SL-NEW');
    expect(await chainOf(world, tenant, id)).toEqual([
      'booked',
      'assigned',
      'collected',
      'scanned',
      'seal_broken',
      'scanned',
      'delivered',
    ]);
    const broken = (await eventsOf(world.stage, tenant.id)).find(
      ({ type }) => type === 'seal.broken',
    );
    expect(broken?.data).toMatchObject({ expected_seal: seal, observed_seal: 'SL-OTHER' });
  });
}
