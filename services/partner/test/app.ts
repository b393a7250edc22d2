import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { partner, type RequestOf } from '@svc/contracts';
import { until } from '@svc/devnet';
import { heldClock } from '@svc/kit/clock';
import { createStorage } from '@svc/kit/storage';
import { startServices } from '@svc/kit/testing';
import { type PartnerWorkerContext, worker } from '../src/define.ts';
import { partnerService } from '../src/service.ts';
import { bookRouteStops } from '../src/workflows/book-route-stops.ts';
import { emissionOf, type JobEvent, neighbours } from './neighbours.ts';

export type PartnerApp = Awaited<ReturnType<typeof startPartner>>;
type Feed = Omit<RequestOf<typeof partner.actions.feedStock>, 'storage_key'>;

/** Partner and those it asks, at eight in the morning UTC of a Monday. */
export async function startPartner() {
  const booker: { context?: PartnerWorkerContext } = {};
  /** Books when the test says so: a clock that is set back would confuse one that looks by itself. */
  const idle = worker('book-routes', (context) => {
    booker.context = context;
    return { stop: async () => undefined };
  });
  const clock = heldClock('2026-11-02T08:00:00.000Z');
  const folder = await mkdtemp(join(tmpdir(), 'files-'));
  const files = pathToFileURL(folder).href;
  const app = await startServices([{ ...partnerService, workers: [idle] }, ...neighbours], {
    clock,
    env: {
      SVC_PUBLIC_URL: 'https://svc.example',
      SVC_FILES_URL: files,
    },
  });
  const storage = createStorage(files);
  const as = (tenant: string) => app.clients(tenant).partner;
  return {
    ...app,
    clock,
    as,
    callPartner: (action: keyof typeof partner.actions, input: unknown, tenant = 'ten_a') =>
      app.call([partner, action], input, { tenant }),
    /** Something happens to a job. */
    emitJobEvent: (tenant: string, event: JobEvent) =>
      app.clients(tenant).jobs.emit([emissionOf(event, clock.now().toISOString())]),
    /** Uploads a feed and has it read. */
    feed: async (tenant: string, bytes: string | Uint8Array, feed: Feed) => {
      const storage_key = `uploads/${crypto.randomUUID()}`;
      const content = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
      await storage.put(storage_key, content, feed.media_type);
      const reply = await app.call([partner, 'feedStock'], { ...feed, storage_key }, { tenant });
      return { reply, isLeft: await storage.exists(storage_key) };
    },
    /** One look at the stops of routes. */
    bookStops: () => {
      if (!booker.context) throw new Error('not started');
      return bookRouteStops(booker.context);
    },
    /** Awaits a row that reactions write. */
    once: <T>(what: string, find: () => Promise<T | undefined>) =>
      until(find, { timeoutMs: 60_000, what }),
    stop: async () => {
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let tenants = 0;
/** A tenant that no other test of the file knows. */
export const newTenant = (): string => {
  tenants += 1;
  return `ten_${tenants}`;
};

type Order = RequestOf<typeof partner.actions.quote>;
export const orderOf = (fields: Partial<Order> = {}): Order => ({
  order_ref: 'RX-1',
  pickup_site_id: 'ph-0',
  dropoff_site_id: 'cli-0',
  items: [{ item_code: 'A1', quantity: 2 }],
  ...fields,
});
