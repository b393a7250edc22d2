/** Where a vehicle is, on the tracking page, as its tracker tells it. */
import { jobDetail } from '@svc/contracts';
import { createApi } from '@svc/courier/api';
import { collect, startRuns } from '@svc/fleet/jobs';
import { registerProvider } from '@svc/fleet/provider';
import { seedCredentials } from '@svc/local/seed';
import { expect, it } from 'vitest';
import type { Given } from './fixtures.ts';
import { expectSound, view } from './page-view.ts';

const moves = 5;
const here = 'svg[role="img"] circle.here';

export function vehiclesOnPage(given: Given): void {
  it('is on the open page as soon as it was accepted', async () => {
    const { browser, road } = given();
    const { clients } = await seedCredentials(road.stage.transport, undefined);
    const urls = {
      live: { base_url: road.stage.baseUrl },
      auth: { auth_url: road.stage.publicUrl },
    };
    const desk = createApi(urls, clients.operator);
    const sender = createApi(urls, clients.demo);
    const [run] = await startRuns({ desk, sender }, 1);
    if (!run) throw new Error('there is a vehicle');
    await collect(desk, run);
    const provider = await registerProvider({ desk, urls });
    const { tracking_url } = await sender.get(`/jobs/${run.job.id}`, jobDetail);
    await using seen = await view(browser, tracking_url, { screen: 'phone' });
    const { page } = seen;
    await page.getByText('This page updates by itself.').waitFor();
    const took: number[] = [];
    for (let move = 1; move <= moves; move += 1) {
      const before = await page.locator(here).getAttribute('cx');
      const share = move / (moves + 1);
      const position = {
        lat: run.from.lat + (run.to.lat - run.from.lat) * share,
        lng: run.from.lng + (run.to.lng - run.from.lng) * share,
      };
      const at = new Date().toISOString();
      const { accepted } = await provider.post([
        {
          device_id: run.device_id,
          seq: move,
          at,
          vehicle: run.registration,
          position,
          speed_kmh: 40,
        },
      ]);
      expect(accepted).toBe(1);
      const acceptedAt = performance.now();
      await page.locator(`${here}:not([cx="${before}"])`).waitFor();
      took.push(Math.round(performance.now() - acceptedAt));
    }
    process.stdout.write(`positions on the page ${took.join(', ')} ms after acceptance\n`);
    await expectSound(seen);
  });
}
