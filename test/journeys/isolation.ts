import { bookedJob, jobs, quote, quoteList } from '@svc/contracts';
import { expect, it } from 'vitest';
import { outcomeOf, resource } from './http.ts';
import { bookingOf } from './tenants.ts';
import type { Given } from './world.ts';

export function isolationJourneys(given: Given): void {
  it('a rival sees, changes and books nothing of it', async () => {
    const { tenant: newTenant } = given();
    const [own, rival] = await Promise.all([newTenant(), newTenant()]);
    const held = resource(await own.send('POST /quotes', { body: { sku: 'LAB-STD' } }), 201, quote);
    const request = { key: 'a', body: { ...bookingOf(own), reference: 'PO-1' } };
    const { id, ref } = resource(await own.send('POST /jobs', request), 201, bookedJob);

    const { send } = rival;
    const list = resource(await send('GET /jobs?reference=PO-1'), 200, jobs.actions.list.output);
    expect(list).toEqual({ object: 'list', total: 0, data: [], has_more: false });
    expect(resource(await send('GET /quotes'), 200, quoteList).data).toEqual([]);
    for (const name of [id, ref]) {
      expect(outcomeOf(await send(`GET /jobs/${name}`))).toBe('404 job_not_found');
      expect(outcomeOf(await send(`GET /tracking/${name}`))).toBe('404 tracking_not_found');
      const update = await send(`PATCH /jobs/${name}`, { body: { reference: 'mine' } });
      expect(outcomeOf(update)).toBe('404 job_not_found');
      const cancel = await send(`POST /jobs/${name}/cancel`, { body: { reason: 'mine' } });
      expect(outcomeOf(cancel)).toBe('404 job_not_found');
    }
    const book = async (body: object) => outcomeOf(await send('POST /jobs', { key: 'b', body }));
    expect(await book({ ...bookingOf(rival), pickup_site_id: own.pickup })).toBe(
      '422 unknown_site',
    );
    expect(await book({ ...bookingOf(rival), quote_id: held.id })).toBe(
      '422 idempotency_key_reused',
    );
    const quoted = { key: 'c', body: { ...bookingOf(rival), quote_id: held.id } };
    expect(outcomeOf(await send('POST /jobs', quoted))).toBe('404 quote_not_found');

    const after = resource(await own.send(`GET /jobs/${id}`), 200, bookedJob.partial());
    expect(after).toMatchObject({ status: 'booked', reference: 'PO-1' });
  });

  it('a key that another tenant used is new to this one', async () => {
    const { tenant: newTenant } = given();
    const [one, other] = await Promise.all([newTenant(), newTenant()]);
    const body = { sku: 'LAB-STD' };
    const first = await one.send('POST /quotes', { key: 'same', body });
    const second = await other.send('POST /quotes', { key: 'same', body });
    expect(second.headers.get('idempotent-replayed')).toBeNull();
    expect(second.text).not.toBe(first.text);
  });
}
