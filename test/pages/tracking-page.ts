/** The tracking page: in every state, on a small phone and a desktop, and while it is open. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@svc/devnet';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { fullTile, tileArchive } from '../../desk/test/tile-archive.ts';
import { gatewayUnderTest, type UnderTest } from '../../gateway/test/gateway-under-test.ts';
import { chart } from '../../gateway/test/temperatures.ts';
import {
  carrierEnv,
  type Tracked,
  tracked,
  trackedPath,
} from '../../gateway/test/tracking-record.ts';
import { requireChromium, startChromium } from './chromium.ts';
import type { Given } from './fixtures.ts';
import {
  everyViewer,
  expectAccessible,
  expectFits,
  expectSound,
  textOf,
  unfold,
  view,
} from './page-view.ts';
import { seal } from './road.ts';
import { takeScreenshot } from './screenshot.ts';

const at = '2026-11-02T07:40:00.000Z';
const warm = { temperature_c: 11.8, at, since: at };
const held = {
  reason: 'seal_broken',
  reason_detail: 'The seal is another one.',
  at,
  next_step: 'seal_check',
  next_step_detail: 'The carrier holds the parcels.',
} as const;
const certificates = ['POC', 'PCC'].map((kind) => ({
  ...{ id: `${kind}-0123456789`, verify_url: '' },
  type: kind === 'POC' ? 'proof_of_custody' : 'proof_of_cold_chain',
}));

/** WebGL without a graphics card. */
const software = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** A record, and words that its page must show. */
const states: Readonly<Record<string, [Partial<Tracked>, RegExp]>> = {
  booked: [{ status: 'booked' }, /Booked.*Due at Central laboratory.*Call Swift Couriers/],
  assigned: [{ status: 'assigned' }, /Courier assigned.*Naledi is your courier\./],
  'en-route': [{ status: 'en_route_pickup' }, /Courier on the way to the pick-up/],
  'out-of-range': [{ out_of_range: warm, temperature: chart }, /Out of range now: 11.8 °C/],
  overdue: [{ sla_status: 'overdue', minutes_late: 31 }, /Late by 31 min/],
  exception: [{ status: 'exception', exception: held }, /Held: the seal does not match/],
  returned: [{ status: 'exception', returned_at: at, sla_status: null }, /Returned to sender/],
  delivered: [{ status: 'delivered', delivered_at: at }, /Delivered.*handed over.*POC-.*PCC-/],
};

export function trackingPages(given: Given): void {
  let standIn: UnderTest;
  let origin: string;
  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    standIn = await gatewayUnderTest({ env: { ...carrierEnv, SVC_PUBLIC_URL: origin } });
    standIn.services.answers.set('custody.issuedCertificates', () => ({ ok: { certificates } }));
    await standIn.app.listen({ port, host: '127.0.0.1' });
  });
  afterAll(() => standIn.app.close());

  // Services stand in: what each state says is tried in gateway/test/tracking-states.test.ts.
  it.each(Object.entries(states))(
    'of a job that is %s is sound on any screen',
    async (...state) => {
      const [name, [changes, words]] = state;
      const driver = { first_name: 'Naledi', photo_url: null };
      const ok = tracked({ driver, ...changes });
      standIn.services.answers.set('tracking.trackByToken', () => ({ ok }));
      for (const screen of ['small', 'desktop'] as const) {
        await using seen = await view(given().browser, origin + trackedPath, { screen });
        expect(await textOf(seen.page)).toMatch(words);
        await expectSound(seen);
        await takeScreenshot(seen, `${name}-${screen}`, 'all');
        await expectAccessible(seen, screen === 'small' ? undefined : ['light']);
        if (screen === 'desktop') continue;
        await seen.page.setViewportSize({ width: 320, height: 640 });
        await expectFits(seen);
        expect((await seen.page.locator('header').boundingBox())?.height).toBeLessThanOrEqual(64);
        // Large enough to be tapped.
        const links = await seen.page.locator('button:visible, .button:visible').all();
        expect(links.length).toBeGreaterThan(0);
        for (const link of links) {
          expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        }
      }
    },
  );

  it('has streets below its map where the carrier has tiles', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'tiles-'));
    const file = join(dir, 'map.pmtiles');
    await writeFile(file, tileArchive({ attribution: 'A survey', tile: fullTile('water') }));
    const port = await freePort();
    const env = { SVC_PUBLIC_URL: `http://127.0.0.1:${port}`, SVC_MAP_PMTILES: file };
    const { app, services } = await gatewayUnderTest({ env });
    const browser = await startChromium((await requireChromium()) ?? '', software);
    onTestFinished(async () => {
      await browser.close();
      await app.close();
      await rm(dir, { recursive: true });
    });
    const ok = tracked({ driver: null });
    services.answers.set('tracking.trackByToken', () => ({ ok }));
    await app.listen({ port, host: '127.0.0.1' });
    await using seen = await view(browser, env.SVC_PUBLIC_URL + trackedPath);
    await seen.page.locator('.map[data-ground]').waitFor();
    expect(await textOf(seen.page)).toContain('Map data: A survey');
    // The software renderer comments on its own speed.
    const complaints = seen.complaints.filter((each) => !each.includes('GL Driver Message'));
    await expectSound({ ...seen, complaints });
    await expectAccessible(seen);
  });

  it.each(everyViewer)('says who comes and when ($screen, script: $script)', async (viewer) => {
    const { browser, underWay } = given();
    await using seen = await view(browser, underWay.trackingUrl, viewer);
    await unfold(seen.page);
    const text = await textOf(seen.page);
    for (const shown of [
      ...['On the way to the drop-off', 'Expected at', 'Collected and sealed'],
      ...['On the way to drop-off', `Seal ${seal}`, underWay.pickup, underWay.dropoff],
      `${underWay.firstName} is your courier.`,
      `Vehicle ${underWay.registration}`,
    ]) {
      expect(text).toContain(shown);
    }
    await seen.page.getByAltText(`Photo of ${underWay.firstName}`).waitFor();
    // Rejects for bytes that are no image.
    await seen.page.evaluate('document.images[0].decode()');
    const columns = await seen.page.locator('.where, .state').all();
    const boxes = await Promise.all(columns.map((column) => column.boundingBox()));
    expect(new Set(boxes.map((box) => box?.x)).size).toBe(viewer.screen === 'desktop' ? 2 : 1);
    await expectSound(seen);
    if (!viewer.script) return;
    await takeScreenshot(seen, `tracking-${viewer.screen}`);
    await expectAccessible(seen);
  });

  it('shows a milestone when it is reported, without a reload, until the hand-over', async () => {
    const { browser, road } = given();
    const ride = await road.ride();
    await using seen = await view(browser, ride.trackingUrl, { screen: 'phone' });
    const { page } = seen;
    await page.getByText('This page updates by itself.').waitFor();
    await page.evaluate("document.body.setAttribute('data-loaded', 'once')");
    await page.getByText('Details').click();
    await ride.report({ type: 'scan', location: 'Hub 1', seal });
    await page.getByRole('listitem').filter({ hasText: 'Scanned at hand-off' }).waitFor();
    await ride.deliver();
    await page.getByRole('heading', { level: 1, name: 'Delivered' }).waitFor();
    await page.getByText('Nothing more will happen here.').waitFor();
    expect(await page.title()).toMatch(/^Delivered: /);
    expect(await textOf(page)).not.toContain(ride.firstName);
    expect(await page.locator('body').getAttribute('data-loaded')).toBe('once');
    expectNone(await page.content(), ride.secrets);
    await expectSound(seen);
    await expectAccessible(seen);
  });

  it('shares its address, without the key that a page link has', async () => {
    const { browser, underWay } = given();
    await using seen = await view(browser, `${underWay.trackingUrl}?temperature=a.b`);
    const { page } = seen;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(underWay.trackingUrl);
  });

  it('keeps recipient, surname and handover code to itself', async () => {
    const { underWay, delivered } = given();
    for (const { trackingUrl, secrets } of [underWay, delivered]) {
      expectNone(await (await fetch(trackingUrl)).text(), secrets);
    }
  });

  it('leads from a dead link to somebody to call', async () => {
    const { browser, road } = given();
    const dead = `${road.stage.publicUrl}/t/no-such-token-as-this-one`;
    await using seen = await view(browser, dead);
    const { page } = seen;
    await page.getByRole('link', { name: '+27 10 000 0000' }).waitFor();
    await page.getByRole('link', { name: 'the documentation of this service' }).click();
    await page.waitForURL(/\/docs/);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
}

export function expectNone(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) expect(text).not.toContain(secret);
}
