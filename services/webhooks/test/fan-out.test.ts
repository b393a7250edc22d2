import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, newTenant, start, startWebhooks, wanting } from './app.ts';

let app: App;
beforeAll(async () => {
  app = await startWebhooks({ workers: [] });
});
afterAll(() => app?.stop());

const url = 'http://127.0.0.1:9/hook';
const queued = async (tenant: string, id: string) =>
  (await app.log(tenant, id)).map(({ type }) => type);

describe('an event of a producer', () => {
  it('becomes public as it was emitted, without the internals', async () => {
    const tenant = newTenant();
    await app.happen(tenant, { type: 'job.created', job_id: 'job_a', data: { ref: 'SVC-1' } });
    await app.fannedOut(tenant, 1);
    expect((await app.as(tenant).listEvents({})).data).toEqual([
      {
        id: expect.stringMatching(/^evt_\w{26}$/),
        type: 'job.created',
        created_at: start,
        tenant_id: tenant,
        job_id: 'job_a',
        sequence: 1,
        data: { ref: 'SVC-1' },
      },
    ]);
  });

  it('without a job has no number: an invoice', async () => {
    const tenant = newTenant();
    const data = { invoice_id: 'inv_1', period: '2026-11', amount_cents: 7 };
    await app.happen(tenant, { type: 'invoice.issued', data }, 'billing');
    await app.fannedOut(tenant, 1);
    const [event] = (await app.as(tenant).listEvents({})).data;
    expect(event).toMatchObject({ type: 'invoice.issued', job_id: '', sequence: 0, data });
  });

  it('is numbered in its job without gaps, across its producers', async () => {
    const tenant = newTenant();
    const producers = ['jobs', 'custody', 'tracking'] as const;
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        app.happen(
          tenant,
          { type: 'custody.scanned', job_id: n % 2 === 0 ? 'job_even' : 'job_odd' },
          producers[n % 3],
        ),
      ),
    );
    await app.fannedOut(tenant, 30);
    const { data } = await app.as(tenant).listEvents({ limit: 100 });
    for (const job of ['job_even', 'job_odd']) {
      const numbers = data.filter(({ job_id }) => job_id === job).map(({ sequence }) => sequence);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 15 }, (_, n) => n + 1),
      );
    }
  });

  it('has no number and no job where it belongs to none', async () => {
    const tenant = newTenant();
    await app.happen(tenant, { type: 'quote.created', data: { quote_id: 'q_1' } }, 'pricing');
    await app.fannedOut(tenant, 1);
    const { data } = await app.as(tenant).listEvents({});
    expect(data).toMatchObject([{ job_id: '', sequence: 0 }]);
  });

  it('goes to every active endpoint of its tenant that wants it, and to no other', async () => {
    const tenant = newTenant();
    const register = async (path: string, events: string[]) =>
      (await app.as(tenant).create(wanting(new URL(path, url).href, events))).id;
    const all = await register('all', ['*']);
    const some = await register('some', ['job.updated', 'job.created']);
    const others = await register('others', ['job.updated']);
    const disabled = await register('disabled', ['*']);
    await app.as(tenant).update({ id: disabled, status: 'disabled' });
    const rival = newTenant();
    const { id: rivals } = await app.as(rival).create(wanting(url));
    await app.happen(tenant, { type: 'job.created', job_id: 'job_b' });
    await app.fannedOut(tenant, 1);
    expect(await queued(tenant, all)).toEqual(['job.created']);
    expect(await queued(tenant, some)).toEqual(['job.created']);
    expect(await queued(tenant, others)).toEqual([]);
    expect(await queued(tenant, disabled)).toEqual([]);
    expect(await queued(rival, rivals)).toEqual([]);
  });

  it('stays inside when its type is not public, and takes no number', async () => {
    const tenant = newTenant();
    const { id } = await app.as(tenant).create(wanting(url));
    await app.happen(tenant, { type: 'driver.moved', job_id: 'job_c' }, 'tracking');
    await app.happen(tenant, { type: 'eta.changed', job_id: 'job_c' }, 'tracking');
    await app.fannedOut(tenant, 1);
    expect((await app.as(tenant).listEvents({})).data).toMatchObject([
      { type: 'eta.changed', sequence: 1 },
    ]);
    expect(await queued(tenant, id)).toEqual(['eta.changed']);
  });
});
