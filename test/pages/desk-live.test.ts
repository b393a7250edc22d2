/** Live pages in a browser: temperatures on the board, and the map, with tiles and without. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@svc/devnet';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { liveJob, vehiclePosition } from '../../desk/test/desk-answers.ts';
import { pageOf } from '../../desk/test/examples.ts';
import { answerLive } from '../../desk/test/live.ts';
import { fullTile, tileArchive } from '../../desk/test/tile-archive.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { startStandIn } from './desk-stand-in.ts';
import { deadlineMs } from './page-view.ts';

const chromium = await requireChromium();
/** Of the light palette of the tiles. */
const water = [0xc5, 0xdb, 0xe8];
const software = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const withoutWebGl = ['--disable-3d-apis'];
const carried = { ...liveJob, vehicle_id: 'veh_1', driver_id: 'drv_1' };
const assigned = { ...carried, status: 'assigned' } as const;

type Ground = 'none' | 'tiles' | 'style';
const styleUrl = 'https://styles.example.test/quiet';
const tileOrigin = 'https://tiles.example.test';

/** A style on one origin, with tiles on another. */
async function serveStyle(page: Page): Promise<void> {
  const headers = { 'access-control-allow-origin': '*' };
  const style = {
    version: 8,
    sources: {
      ground: {
        type: 'vector',
        tiles: [`${tileOrigin}/{z}/{x}/{y}`],
        attribution: '<b>A mapper</b>',
      },
    },
    layers: [
      { id: 'all', type: 'background', paint: { 'background-color': '#fff' } },
      {
        ...{ id: 'water', type: 'fill', source: 'ground', 'source-layer': 'water' },
        paint: { 'fill-color': `rgb(${water})` },
      },
    ],
  };
  await page.route(styleUrl, (route) => route.fulfill({ headers, json: style }));
  await page.route(`${tileOrigin}/**`, (route) =>
    route.fulfill({ headers, body: fullTile('water') }),
  );
}

describe.skipIf(chromium === undefined)('a live page in a browser', () => {
  let tiles: string;
  beforeAll(async () => {
    tiles = await mkdtemp(join(tmpdir(), 'tiles-'));
    const attribution = '<a href="https://example.test">A survey</a>';
    const archive = tileArchive({ attribution, tile: fullTile('water') });
    await writeFile(join(tiles, 'map.pmtiles'), archive);
  });
  afterAll(() => rm(tiles, { recursive: true }));

  /** A browser with these arguments before a desk that follows this job. */
  async function startLive(
    job: typeof liveJob,
    { browserArgs = [], ground = 'none' }: { browserArgs?: string[]; ground?: Ground } = {},
  ) {
    const browser = await startChromium(chromium ?? '', browserArgs);
    const env = {
      ...(ground === 'tiles' && { SVC_MAP_PMTILES: join(tiles, 'map.pmtiles') }),
      ...(ground === 'style' && { SVC_MAP_STYLE_URL: styleUrl, SVC_MAP_ORIGINS: tileOrigin }),
    };
    const standIn = await startStandIn(browser, { env });
    onTestFinished(async () => {
      await browser.close();
      await standIn.stop();
    });
    const { services } = standIn.desk;
    const seeVehicle = (change: Partial<typeof vehiclePosition>) =>
      services.answer('tracking.listVehiclePositions', pageOf([{ ...vehiclePosition, ...change }]));
    const open = async (path: string) => (await standIn.openLive(path)).page;
    return { ...answerLive(services, [job]), open, seeVehicle };
  }

  it('follows the temperature of a vehicle in its row, marked out of range', async () => {
    const { open, seeVehicle } = await startLive({ ...carried, status: 'in_transit' });
    const page = await open('/desk');
    const cell = page.locator('[data-job=job_01] td').last();
    await cell.filter({ hasText: '4.5 °C, of 2 to 8 °C' }).waitFor();
    seeVehicle({ temperature_c: 11.8, measured_at: '2026-11-02T08:00:09.000Z' });
    await cell.locator('strong').filter({ hasText: '11.8 °C' }).waitFor();
  });

  it('moves marks and rows of the map with the positions, and the map by keys', async () => {
    const { open, seeVehicle } = await startLive(assigned);
    const page = await open('/desk/map');
    const pathsOf = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((paths) => paths.map((path) => path.getAttribute('d') ?? ''));
    const before = await pathsOf('path[data-mark]');
    expect(before.join(' ')).toContain('M0 0h0');
    seeVehicle({ last_position: { lat: -26.25, lng: 28.1 }, seen_at: new Date().toISOString() });
    await page.locator('[data-vehicle=veh_1]').filter({ hasText: '-26.2500, 28.1000' }).waitFor();
    const isMoved = async () =>
      (await pathsOf('path[data-mark=busy]')).some((path) => !['', 'M0 0h0'].includes(path));
    await until(isMoved, { timeoutMs: deadlineMs, what: 'the mark to move' });
    expect(await pathsOf('path[data-mark]')).not.toEqual(before);
    await page.locator('#map .map').focus();
    const [, , width = 0] = await viewBoxOf(page);
    const [left = 0, , closer] = await pressOn(page, '+');
    expect(closer).toBeLessThan(width);
    expect((await pressOn(page, 'ArrowLeft'))[0]).toBeLessThan(left);
    await pressOn(page, '0');
  });

  it('draws tiles of water below the marks, names their source, and moves with keys', async () => {
    const { open } = await startLive(assigned, { browserArgs: software, ground: 'tiles' });
    const page = await open('/desk/map');
    const errors = errorsOf(page);
    await page.locator('#map [data-ground]').waitFor();
    await page.locator('#map .map-attribution').filter({ hasText: 'Map data: A survey' }).waitFor();
    await expect.poll(() => colourInCorner(page)).toEqual(water);
    await page.locator('#map .map').focus();
    await pressOn(page, 'ArrowRight');
    await page.locator('path[data-mark=busy]').first().waitFor({ state: 'attached' });
    await page.locator('[data-vehicle=veh_1]').waitFor();
    expect(errors).toEqual([]);
  });

  it('draws a style of other origins, which the policy names, and says its sources', async () => {
    const { open } = await startLive(assigned, { browserArgs: software, ground: 'style' });
    const page = await open('/desk');
    await serveStyle(page);
    const errors = errorsOf(page);
    await page.goto(new URL('/desk/map', page.url()).href);
    await page.locator('#map [data-ground]').waitFor();
    await page.locator('#map .map-attribution').filter({ hasText: 'Map data: A mapper' }).waitFor();
    await expect.poll(() => colourInCorner(page)).toEqual(water);
    expect(errors).toEqual([]);
  });

  it('is the map without tiles where the browser has no WebGL', async () => {
    const { open } = await startLive(assigned, { browserArgs: withoutWebGl, ground: 'tiles' });
    const page = await open('/desk/map');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const errors = errorsOf(page);
    await page.reload();
    await page.locator('html[data-live]').waitFor();
    await page.locator('#map .map').focus();
    await page.keyboard.press('+');
    expect(await page.locator('#map [data-ground]').count()).toBe(0);
    expect(await page.locator('#map .town').count()).toBeGreaterThan(0);
    expect(requested.filter((url) => /maplibre|tiles\.pmtiles/.test(url))).toEqual([]);
    expect(errors).toEqual([]);
  });
});

/** Left, top, width and height of what the map shows. */
const viewBoxOf = async (page: Page): Promise<number[]> =>
  String(await page.locator('#map svg').getAttribute('viewBox'))
    .split(' ')
    .map(Number);

/** What the map shows after a key that moves it. */
async function pressOn(page: Page, key: string): Promise<number[]> {
  const before = await viewBoxOf(page);
  await page.keyboard.press(key);
  await expect.poll(() => viewBoxOf(page)).not.toEqual(before);
  return viewBoxOf(page);
}

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
