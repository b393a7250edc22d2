/** Temperatures as people see them: on the tracking page of a page link, and on a certificate. */
import { type Certificate, temperatureTrace } from '@svc/contracts';
import { type Api, createApi } from '@svc/courier/api';
import { collect, findColdChain, handOver, startRuns, type VehicleRun } from '@svc/fleet/jobs';
import { type FleetProvider, registerProvider } from '@svc/fleet/provider';
import { seedCredentials } from '@svc/local/seed';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Stage } from '../journeys/environment.ts';
import type { Given } from './fixtures.ts';
import {
  deadlineMs,
  everyViewer,
  expectAccessible,
  expectSound,
  textOf,
  view,
} from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const minuteMs = 60_000;
const signedHere = 'One of the keys that are used here signed';
const screens = ['phone', 'desktop'] as const;

interface Driven {
  desk: Api;
  sender: Api;
  run: VehicleRun;
  provider: FleetProvider;
}

/** Readings of the last hour: ten minutes too warm, and twenty of which nobody knows anything. */
async function hourOnTheRoad(stage: Stage): Promise<Driven> {
  const { clients } = await seedCredentials(stage.transport, undefined);
  const urls = { live: { base_url: stage.baseUrl }, auth: { auth_url: stage.publicUrl } };
  const desk = createApi(urls, clients.operator);
  const sender = createApi(urls, clients.demo);
  const [run] = await startRuns({ desk, sender }, 1);
  if (!run) throw new Error('there is a vehicle');
  await collect(desk, run);
  await shift(stage, run, "collected_at = collected_at - interval '1 hour'");
  const provider = await registerProvider({ desk, urls });
  const minutes = Array.from({ length: 60 }, (_, minute) => minute);
  const measured = minutes.filter((minute) => minute <= 35 || minute > 55);
  const start = Date.now() - 60 * minuteMs;
  await provider.post(
    measured.map((minute) => readingAt(run, start + minute * minuteMs, celsiusAt(minute))),
  );
  return { desk, sender, run, provider };
}

const celsiusAt = (minute: number): number =>
  minute >= 10 && minute <= 20 ? 10.5 : 4 + (minute % 3);

const readingAt = (run: VehicleRun, ms: number, temperature_c: number) => ({
  device_id: run.device_id,
  seq: ms,
  at: new Date(ms).toISOString(),
  vehicle: run.registration,
  position: run.from,
  speed_kmh: 30,
  temperature_c,
  calibrated_until: '2099-12-31',
});

/** Time cannot be waited for: tracking is told that it has passed. */
const shift = ({ owner }: Stage, { job }: VehicleRun, change: string) =>
  vi.waitFor(async () => {
    const sql = `update tracking.tracked_job set ${change} where job_id = $1 and collected_at is not null`;
    expect((await owner.query(sql, [job.id])).rowCount).toBe(1);
  }, deadlineMs);

async function certified(stage: Stage, { desk, sender, run }: Driven): Promise<Certificate> {
  await handOver(desk, run);
  await vi.waitFor(async () => {
    const sql = `update tracking.tracked_job
                    set trace_ended_at = trace_ended_at - interval '5 minutes',
                        delivered_at = delivered_at - interval '5 minutes'
                  where job_id = $1 and trace_ended_at is not null`;
    expect((await stage.owner.query(sql, [run.job.id])).rowCount).toBe(1);
  }, deadlineMs);
  return vi.waitFor(async () => {
    const found = await findColdChain(sender, run);
    if (!found) throw new Error('not certified yet');
    return found;
  }, deadlineMs);
}

export function temperaturePages(given: Given): void {
  let driven: Driven;
  let pageUrl = '';
  let verifyUrl = '';
  beforeAll(async () => {
    driven = await hourOnTheRoad(given().road.stage);
    const { sender, run } = driven;
    pageUrl = (await sender.get(`/jobs/${run.job.id}/temperature`, temperatureTrace)).page_url;
  });

  it.each(everyViewer)(
    'stand on the page of a page link ($screen, script: $script)',
    async (viewer) => {
      await using seen = await view(given().browser, pageUrl, viewer);
      const text = await textOf(seen.page);
      expect(text).toContain('to be kept between 2 and 8 °C; 1 excursion, 1 gap in the readings.');
      expect(text).toContain('Out of range for 10 minutes, 10.5 to 10.5 °C');
      await expectSound(seen);
      if (viewer.script) await takeScreenshot(seen, `temperature-${viewer.screen}`);
    },
  );

  it('do not stand on the page of the tracking link alone', async () => {
    await using seen = await view(given().browser, pageUrl.split('?')[0] ?? '', {});
    expect(await textOf(seen.page)).not.toContain('excursion');
  });

  it.each(screens)('are accessible there (%s)', async (screen) => {
    await using seen = await view(given().browser, pageUrl, { screen });
    await expectAccessible(seen);
  });

  it('come to the open page as they are told', async () => {
    await using seen = await view(given().browser, pageUrl, {});
    await seen.page.getByText('This page updates by itself.').waitFor();
    await driven.provider.post([readingAt(driven.run, Date.now(), 1.5)]);
    await seen.page.getByText('Temperatures from 1.5 to 10.5 °C').waitFor();
  });

  it('stand on the certificate, which holds in the eyes of the browser too', async () => {
    const { browser, road } = given();
    verifyUrl = (await certified(road.stage, driven)).verify_url;
    await using seen = await view(browser, verifyUrl, { screen: 'phone' });
    const own = seen.page.locator('#own');
    await own.getByText(signedHere).waitFor();
    const text = await textOf(seen.page);
    expect(text).toContain('This proof holds.');
    expect(text).not.toContain('Does not hold');
    expect(text).toContain('Out of range for five minutes or more: an excursion.');
    expect(text).toMatch(/Mean kinetic temperature\s+\d+\.\d °C/);
    expect(await seen.page.title()).toMatch(/^Out of range: Proof of cold chain PCC-/);
    const headline = seen.page.getByRole('heading', { level: 1 });
    expect(await headline.textContent()).toContain('Out of range for five minutes or more');
    await expectSound(seen);
    await takeScreenshot(seen, 'cold-chain-phone');
  });

  it('are a click away from the proof of custody, which says first that they were out of range', async () => {
    const { browser } = given();
    await using seen = await view(browser, verifyUrl, { screen: 'phone' });
    await seen.page.getByRole('link', { name: /^Proof of custody POC-/ }).click();
    await seen.page.locator('#own').getByText(signedHere).waitFor();
    expect(await seen.page.title()).toMatch(/^Out of range: Proof of custody POC-/);
    await expectSound(seen);
    await expectAccessible(seen);
    await takeScreenshot(seen, 'certificate-excursion-phone');
    await seen.page.getByRole('link', { name: /^Proof of cold chain PCC-/ }).click();
    await seen.page.getByRole('heading', { level: 2, name: 'Temperature' }).waitFor();
  });

  it.each(screens)('are accessible on the certificate (%s)', async (screen) => {
    await using seen = await view(given().browser, verifyUrl, { screen });
    await seen.page.locator('#own').getByText(signedHere).waitFor();
    await expectAccessible(seen);
  });
}
