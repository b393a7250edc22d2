/** Temperatures as people see them: on the tracking page of a page link, and on a certificate. */
import { type Certificate, jobDetail, temperatureTrace } from '@svc/contracts';
import {
  collect,
  findColdChain,
  handOver,
  startRuns,
  type VehicleRun,
} from '@svc/simulators/fleet/jobs';
import { type FleetProvider, registerProvider } from '@svc/simulators/fleet/provider';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Given } from './fixtures.ts';
import {
  deadlineMs,
  everyViewer,
  expectAccessible,
  expectSound,
  textOf,
  unfold,
  view,
} from './page-view.ts';
import { type Road, shiftTracked } from './road.ts';
import { takeScreenshot } from './screenshot.ts';

const minuteMs = 60_000;
const moves = 5;
const here = '.map .mark-here';
const signedHere = 'One of the keys that are used here signed';

interface Driven {
  run: VehicleRun;
  provider: FleetProvider;
}

/** A collected run, and who sends its readings. */
async function startDrive({ desk, sender, urls }: Road): Promise<Driven> {
  const [run] = await startRuns({ desk, sender }, 1);
  if (!run) throw new Error('there is a vehicle');
  await collect(desk, run);
  return { run, provider: await registerProvider({ desk, urls }) };
}

/** Readings of the last hour: ten minutes too warm, and twenty of which nobody knows anything. */
async function hourOnTheRoad(road: Road): Promise<Driven> {
  const { run, provider } = await startDrive(road);
  await shiftTracked(road.stage, run.job.id, "collected_at = collected_at - interval '1 hour'");
  const minutes = Array.from({ length: 60 }, (_, minute) => minute);
  const measured = minutes.filter((minute) => minute <= 35 || minute > 55);
  const start = Date.now() - 60 * minuteMs;
  const celsius = (minute: number) => (minute >= 10 && minute <= 20 ? 10.5 : 4 + (minute % 3));
  await provider.post(
    measured.map((minute) => readingAt(run, start + minute * minuteMs, celsius(minute))),
  );
  return { run, provider };
}

const readingAt = (run: VehicleRun, ms: number, temperature_c: number) => ({
  ...{ device_id: run.device_id, seq: ms, at: new Date(ms).toISOString() },
  ...{ vehicle: run.registration, position: run.from, speed_kmh: 30, temperature_c },
  calibrated_until: '2099-12-31',
});

async function certified({ stage, desk, sender }: Road, run: VehicleRun): Promise<Certificate> {
  await handOver(desk, run);
  await shiftTracked(
    stage,
    run.job.id,
    `trace_ended_at = trace_ended_at - interval '5 minutes',
     delivered_at = delivered_at - interval '5 minutes'`,
    'trace_ended_at',
  );
  return vi.waitFor(async () => {
    const found = await findColdChain(sender, run);
    if (!found) throw new Error('not certified yet');
    return found;
  }, deadlineMs);
}

export function temperaturePages(given: Given): void {
  let driven: Driven;
  let pageUrl = '';
  beforeAll(async () => {
    const { road } = given();
    driven = await hourOnTheRoad(road);
    const trace = await road.sender.get(`/jobs/${driven.run.job.id}/temperature`, temperatureTrace);
    pageUrl = trace.page_url;
  });

  it.each(everyViewer)('stand on the page of a link ($screen, script: $script)', async (viewer) => {
    await using seen = await view(given().browser, pageUrl, viewer);
    const text = await textOf(seen.page);
    expect(text).toContain('to be kept between 2 and 8 °C; 1 excursion, 1 gap in the readings.');
    expect(text).toContain('Out of range for 11 minutes, 10.5 to 10.5 °C');
    await expectSound(seen);
    if (!viewer.script) return;
    await takeScreenshot(seen, `temperature-${viewer.screen}`);
    await expectAccessible(seen);
  });

  it('stand on both certificates, which hold in the eyes of the browser too', async () => {
    const { browser, road } = given();
    const { verify_url } = await certified(road, driven.run);
    for (const screen of ['phone', 'desktop'] as const) {
      await using seen = await view(browser, verify_url, { screen });
      const { page } = seen;
      const own = page.locator('#own').getByText(signedHere);
      await unfold(page);
      await own.waitFor();
      const text = await textOf(page);
      expect(text).toContain('This proof holds.');
      expect(text).not.toContain('Does not hold');
      expect(text).toMatch(/Mean kinetic temperature\s+\d+\.\d °C/);
      expect(await page.title()).toMatch(/^Out of range: Proof of cold chain PCC-/);
      const headline = page.getByRole('heading', { level: 1 });
      expect(await headline.textContent()).toContain(', out of range for five minutes or more');
      await expectSound(seen);
      await expectAccessible(seen, screen === 'phone' ? undefined : ['light']);
      if (screen === 'desktop') continue;
      await takeScreenshot(seen, 'cold-chain-phone');
      // A click away is the proof of custody, which says first that they were out of range.
      await page.getByRole('link', { name: /^Proof of custody POC-/ }).click();
      await page.waitForURL(/POC-/);
      await unfold(page);
      await own.waitFor();
      expect(await page.title()).toMatch(/^Out of range: Proof of custody POC-/);
      await expectSound(seen);
      await expectAccessible(seen);
      await takeScreenshot(seen, 'certificate-excursion-phone');
      await page.getByRole('link', { name: /^Proof of cold chain PCC-/ }).click();
      await page.getByRole('heading', { level: 2, name: 'Temperature' }).waitFor();
    }
  });

  it('come with the place of the vehicle, which moves on the open page', async () => {
    const { browser, road } = given();
    const { run, provider } = await startDrive(road);
    const { tracking_url } = await road.sender.get(`/jobs/${run.job.id}`, jobDetail);
    await using seen = await view(browser, tracking_url, { screen: 'phone' });
    const { page } = seen;
    await page.getByText('This page updates by itself.').waitFor();
    await page.getByRole('button', { name: 'Farther' }).click();
    const chosen = await page.locator('.map svg').getAttribute('viewBox');
    const took: number[] = [];
    for (let move = 1; move <= moves; move += 1) {
      const before = await page.locator(here).getAttribute('d');
      const share = move / (moves + 1);
      const position = {
        lat: run.from.lat + (run.to.lat - run.from.lat) * share,
        lng: run.from.lng + (run.to.lng - run.from.lng) * share,
      };
      const reading = { ...readingAt(run, Date.now(), 4), seq: move, position };
      expect((await provider.post([reading])).accepted).toBe(1);
      const acceptedAt = performance.now();
      await page.locator(`${here}:not([d="${before}"])`).waitFor({ state: 'attached' });
      took.push(Math.round(performance.now() - acceptedAt));
    }
    expect(await page.locator('.map svg').getAttribute('viewBox')).toBe(chosen);
    process.stdout.write(`positions on the page ${took.join(', ')} ms after acceptance\n`);
    await expectSound(seen);
  });
}
