/** The map with tiles below its marks, in a browser that draws WebGL in software; services stand in. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerLive, liveJob } from '../../desk/test/live-jobs.ts';
import { fullTile, tileArchive } from '../../desk/test/tile-archive.ts';
import { requireChromium } from './chromium.ts';
import { type LiveStage, startLiveStage } from './desk-live-stage.ts';

const chromium = await requireChromium();
/** Of the light palette of the tiles. */
const water = [0xc5, 0xdb, 0xe8];

const software = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const withoutWebGl = ['--disable-3d-apis'];

describe.skipIf(chromium === undefined)('the map with tiles', () => {
  let dir: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tiles-'));
    const path = join(dir, 'map.pmtiles');
    const attribution = '<a href="https://example.test">A survey</a>';
    await writeFile(path, tileArchive({ attribution, tile: fullTile('water') }));
    env = { SVC_MAP_PMTILES: path };
  });
  afterAll(() => rm(dir, { recursive: true }));

  const startStage = async (browserArgs: readonly string[]): Promise<LiveStage> => {
    const stage = await startLiveStage(chromium ?? '', { env, browserArgs });
    answerLive(stage.desk.services, [{ ...liveJob, vehicle_id: 'veh_1', status: 'assigned' }]);
    return stage;
  };

  it('draws water below the marks, names its source, and moves with the keys', async () => {
    const stage = await startStage(software);
    const page = await stage.open('/desk/map');
    const errors = errorsOf(page);
    await page.locator('#map[data-ground]').waitFor();
    await page.locator('#map-attribution').filter({ hasText: 'Map data: A survey' }).waitFor();
    await expect.poll(() => colourInCorner(page)).toEqual(water);
    const viewBox = () => page.locator('#map svg').getAttribute('viewBox');
    const before = await viewBox();
    await page.locator('#map').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator(`#map svg:not([viewBox="${before}"])`).waitFor();
    await page.locator('path[data-mark=busy]').first().waitFor({ state: 'attached' });
    await page.locator('[data-vehicle=veh_1]').waitFor();
    expect(errors).toEqual([]);
    await stage.stop();
  });

  it('is the map without tiles where the browser has no WebGL', async () => {
    const stage = await startStage(withoutWebGl);
    const page = await stage.open('/desk/map');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const errors = errorsOf(page);
    await page.reload();
    await page.locator('html[data-live]').waitFor();
    await page.locator('#map').focus();
    await page.keyboard.press('+');
    expect(await page.locator('#map[data-ground]').count()).toBe(0);
    expect(await page.locator('#map .grid').count()).toBeGreaterThan(0);
    expect(requested.filter((url) => /maplibre|tiles\.pmtiles/.test(url))).toEqual([]);
    expect(errors).toEqual([]);
    await stage.stop();
  });
});

function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/** Of the map's picture, as the screen shows it: red, green, blue. */
async function colourInCorner(page: Page): Promise<number[]> {
  const { x, y } = (await page.locator('#map svg').boundingBox()) ?? { x: 0, y: 0 };
  const picture = await page.screenshot({ clip: { x: x + 40, y: y + 40, width: 1, height: 1 } });
  return page.evaluate<number[]>(`(async () => {
    const bytes = new Uint8Array([${[...picture]}]);
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  })()`);
}
