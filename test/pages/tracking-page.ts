/** The tracking page: in every state, on a small phone and a desktop, and while it is open. */
import { freePort } from '@svc/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from '../../gateway/test/gateway-under-test.ts';
import { chart } from '../../gateway/test/temperatures.ts';
import {
  carrierEnv,
  type Tracked,
  tracked,
  trackedPath,
} from '../../gateway/test/tracking-record.ts';
import type { Given } from './fixtures.ts';
import { everyViewer, expectAccessible, expectSound, textOf, view } from './page-view.ts';
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

/** A record, and words that its page must show. */
const states: Readonly<Record<string, [Partial<Tracked>, RegExp]>> = {
  booked: [{ status: 'booked' }, /Booked.*Reference SVC-.*Swift Couriers/],
  assigned: [{ status: 'assigned' }, /Courier assigned.*Naledi is your courier\./],
  'en-route': [{ status: 'en_route_pickup' }, /Courier on the way to the pick-up/],
  'out-of-range': [{ out_of_range: warm, temperature: chart }, /Out of range now: 11.8 °C/],
  overdue: [{ sla_status: 'overdue', minutes_late: 31 }, /Late by 31 min/],
  exception: [{ status: 'exception', exception: held }, /Held: the seal does not match/],
  returned: [{ status: 'exception', returned_at: at, sla_status: null }, /Returned to sender/],
  delivered: [{ status: 'delivered', delivered_at: at }, /Handed over at.*POC-.*PCC-/],
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
        // Large enough to be tapped.
        const links = await seen.page.locator('header a, .alerts a, .links a').all();
        expect(links.length).toBeGreaterThan(0);
        for (const link of links) {
          expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        }
      }
    },
  );

  it.each(everyViewer)('says who comes and when ($screen, script: $script)', async (viewer) => {
    const { browser, underWay } = given();
    await using seen = await view(browser, underWay.trackingUrl, viewer);
    const text = await textOf(seen.page);
    for (const shown of [
      ...['On the way to the drop-off', 'Expected at about', 'Collected and sealed'],
      ...['On the way to drop-off', `Seal ${seal}`, underWay.pickup, underWay.dropoff],
      `${underWay.firstName} is your courier.`,
      `Vehicle ${underWay.registration}`,
    ]) {
      expect(text).toContain(shown);
    }
    await seen.page.getByAltText(`Photo of ${underWay.firstName}`).waitFor();
    // Rejects for bytes that are no image.
    await seen.page.evaluate('document.images[0].decode()');
    const columns = await seen.page.locator('.columns > div').all();
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
