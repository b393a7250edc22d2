import { bookedJob, cancelledJob, jobDetail, jobs, quote, trackingRecord } from '@svc/contracts';
import { expect, it } from 'vitest';
import { eventsOf } from './events.ts';
import { outcomeOf, resource, type Send } from './http.ts';
import { kmBetweenPlaces } from './tenants.ts';
import type { Given } from './world.ts';

const listed = jobs.actions.list.output;
const totalOf = async (send: Send, query: string): Promise<number> =>
  resource(await send(`GET /jobs?${query}`), 200, listed).total;

export function bookingJourneys(given: Given): void {
  it('a job goes from a quote to its tracking, its update and its cancellation', async () => {
    const { stage, tenant: newTenant } = given();
    const { id: tenantId, name, pickup, dropoff, send } = await newTenant();

    const priced = { sku: 'LAB-STD', km: 22, timing: 'saturday', parcels: 3 };
    const held = resource(await send('POST /quotes', { body: priced }), 201, quote);
    expect(held.lines.map((line) => line.amount_cents)).toEqual([24_050, 6_300, 5_000]);
    expect(held).toMatchObject({ amount_cents: 35_350, vat_cents: 5_303, total_cents: 40_653 });
    expect(Date.parse(held.expires_at) - Date.now()).toBeGreaterThan(14.5 * 60_000);

    const booked = resource(
      await send('POST /jobs', {
        key: 'a',
        body: {
          quote_id: held.id,
          pickup_site_id: pickup,
          dropoff_site_id: dropoff,
          reference: 'PO-1',
        },
      }),
      201,
      bookedJob,
    );
    expect(booked).toMatchObject({
      status: 'booked',
      sku: 'LAB-STD',
      tenant: { id: tenantId, name },
      pickup: { site_id: pickup, name: 'Clinic' },
      dropoff: { site_id: dropoff, name: 'Laboratory' },
      parcels: 3,
      km: 22,
      price: { amount_cents: 35_350, currency: 'ZAR', vat_inclusive: false },
      webhook_events: ['job.created'],
    });
    expect(booked.ref).toMatch(/^SVC-[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(Date.parse(booked.sla_due) - Date.parse(booked.created_at)).toBe(
      held.sla_minutes * 60_000,
    );

    const byId = await send(`GET /jobs/${booked.id}`);
    expect((await send(`GET /jobs/${booked.ref}`)).text).toBe(byId.text);
    const detail = resource(byId, 200, jobDetail);
    expect(detail).toMatchObject({ ref: booked.ref, reference: 'PO-1', custody_events: 1 });
    expect(detail.parcel_items).toHaveLength(3);

    const changes = {
      reference: 'PO-2',
      cost_centre: 'CC-7',
      metadata: { ward: '7' },
      priority: 'stat',
    };
    const updated = resource(
      await send(`PATCH /jobs/${booked.ref}`, { body: changes }),
      200,
      bookedJob,
    );
    expect(updated).toMatchObject({ ...changes, sku: 'LAB-STAT', webhook_events: ['job.updated'] });
    expect(updated.price.amount_cents).toBeGreaterThan(booked.price.amount_cents);
    expect(updated.sla_due < booked.sla_due).toBe(true);

    const tracked = resource(await send(`GET /tracking/${booked.ref}`), 200, trackingRecord);
    expect(tracked).toMatchObject({
      ref: booked.ref,
      status: 'booked',
      driver: null,
      vehicle: null,
    });
    expect(tracked.tracking_url).toBe(booked.tracking_url);
    expect(tracked.eta_minutes).toBeGreaterThan(0);

    const cancelled = resource(
      await send(`POST /jobs/${booked.ref}/cancel`, { body: { reason: 'No longer needed' } }),
      200,
      cancelledJob,
    );
    expect(cancelled).toMatchObject({
      id: booked.id,
      status: 'cancelled',
      webhook_events: ['job.cancelled'],
      cancellation: {
        reason: 'No longer needed',
        fee_cents: 0,
        currency: 'ZAR',
        rule: 'Cancelled before assignment: no fee.',
      },
    });
    const again = await send(`POST /jobs/${booked.id}/cancel`, { body: { reason: 'Again' } });
    expect(outcomeOf(again)).toBe('409 already_cancelled');
    const after = resource(await send(`GET /tracking/${booked.ref}`), 200, trackingRecord);
    expect(after.events.map(({ type }) => type)).toEqual(['booked', 'updated', 'cancelled']);
    expect(await totalOf(send, 'status=booked')).toBe(0);
    expect(await totalOf(send, 'status=cancelled')).toBe(1);

    const events = await eventsOf(stage, tenantId);
    expect(events.map(({ type, job_id, sequence }) => [type, job_id, sequence])).toEqual([
      ['quote.created', '', 0],
      ['job.created', booked.id, 1],
      ['job.updated', booked.id, 2],
      ['job.cancelled', booked.id, 3],
    ]);
    expect(events.at(-1)?.data).toEqual({
      job_id: booked.id,
      ref: booked.ref,
      ...cancelled.cancellation,
    });
  });

  it('a direct booking without km pays for the way between its sites', async () => {
    const { tenant: newTenant } = given();
    const { pickup, dropoff, send } = await newTenant();
    const body = { sku: 'LAB-STD', pickup_site_id: pickup, dropoff_site_id: dropoff };
    const booked = resource(await send('POST /jobs', { key: 'a', body }), 201, bookedJob);
    expect(booked).toMatchObject({ km: kmBetweenPlaces, price: { amount_cents: 68_090 } });
  });

  it('a quote may be booked more than once, and is listed while it is held', async () => {
    const { tenant: newTenant } = given();
    const { pickup, dropoff, send } = await newTenant();
    const held = resource(await send('POST /quotes', { body: { sku: 'SUP-BOX' } }), 201, quote);
    const latest = resource(await send('POST /quotes', { body: { sku: 'LAB-STD' } }), 201, quote);
    const list = JSON.parse((await send('GET /quotes')).text);
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([latest.id, held.id]);
    const body = { quote_id: latest.id, pickup_site_id: pickup, dropoff_site_id: dropoff };
    for (const key of ['a', 'b']) resource(await send('POST /jobs', { key, body }), 201, bookedJob);
    expect(await totalOf(send, 'status=booked')).toBe(2);
  });
}
