/** Partner and those it asks, at eight in the morning UTC of a Monday. */
import type { partner, RequestOf } from '@svc/contracts';
import { until } from '@svc/devnet';
import { serviceTest } from '@svc/kit/testing/service-test';
import { beforeEach } from 'vitest';
import { type PartnerWorkerContext, worker } from '../src/define.ts';
import { partnerService } from '../src/service.ts';
import { bookRouteStops } from '../src/workflows/book-route-stops.ts';
import { emissionOf, type JobEvent, neighbours } from './neighbours.ts';

const start = '2026-11-02T08:00:00.000Z';

type Feed = Omit<RequestOf<typeof partner.actions.feedStock>, 'storage_key'>;

export function partnerTest() {
  const booker: { context?: PartnerWorkerContext } = {};
  /** Books when the test calls it: a clock that is set back would confuse one that polls. */
  const idle = worker('book-routes', (context) => {
    booker.context = context;
    return { stop: async () => undefined };
  });
  const app = serviceTest(
    { ...partnerService, workers: [idle] },
    { neighbours, folder: true, env: { SVC_PUBLIC_URL: 'https://svc.example' } },
  );
  beforeEach(() => app.clock.set(start));
  return Object.assign(app, {
    /** Emits an event of a job. */
    emitJobEvent: (event: JobEvent, tenant = app.tenant) =>
      app.clients(tenant).jobs.emit([emissionOf(event, app.clock.now().toISOString())]),
    /** Events of this type that were emitted about the tenant. */
    emitted: async (type: string) =>
      (await app.outbox(app.tenant)).filter((event) => event.type === type),
    /** Uploads a feed and has it read. */
    feed: async (bytes: string | Uint8Array, feed: Feed, tenant = app.tenant) => {
      const storage_key = `uploads/${crypto.randomUUID()}`;
      const content = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
      await app.files().put(storage_key, content, feed.media_type);
      const reply = await app.call('feedStock', { ...feed, storage_key }, { tenant });
      return { reply, isLeft: await app.files().exists(storage_key) };
    },
    /** One pass over the stops of routes. */
    bookStops: () => {
      if (!booker.context) throw new Error('not started');
      return bookRouteStops(booker.context);
    },
    /** Awaits a row that reactions write. */
    once: <T>(what: string, find: () => Promise<T | undefined>) =>
      until(find, { timeoutMs: 60_000, what }),
  });
}

type Order = RequestOf<typeof partner.actions.quote>;
export const orderOf = (fields: Partial<Order> = {}): Order => ({
  order_ref: 'RX-1',
  pickup_site_id: 'ph-0',
  dropoff_site_id: 'cli-0',
  items: [{ item_code: 'A1', quantity: 2 }],
  ...fields,
});
