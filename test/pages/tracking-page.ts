/** The tracking page: in every state, on a small phone and a desktop, and while it is open. */
import { jobDetail, movedJob, temperatureTrace } from '@svc/contracts';
import { collect, handOver, startRuns } from '@svc/fleet/jobs';
import { registerProvider } from '@svc/fleet/provider';
import { expect, it, vi } from 'vitest';
import { textOf as textOfMarkup } from '../../desk/test/markup.ts';
import type { Given } from './fixtures.ts';
import {
  deadlineMs,
  everyViewer,
  expectAccessible,
  expectSound,
  textOf,
  view,
} from './page-view.ts';
import { type Road, recipient, seal, shiftTracked } from './road.ts';
import { takeScreenshot } from './screenshot.ts';

const minuteMs = 60_000;

/** A page, and the texts that it must and must not show. */
interface State {
  reach(road: Road): Promise<string>;
  shows: (string | RegExp)[];
  lacks?: string[];
}

const states: Record<string, State> = {
  booked: {
    reach: async (road) => (await road.ride('booked')).trackingUrl,
    shows: ['Booked', 'Reference SVC-', 'Demo Couriers', '+27 10 000 0000', 'Due at'],
  },
  assigned: {
    reach: async (road) => (await road.ride('assigned')).trackingUrl,
    shows: ['Courier assigned', 'Naledi is your courier.'],
    lacks: ['Driver'],
  },
  'en-route': {
    reach: async (road) => (await road.ride('en_route')).trackingUrl,
    shows: ['Courier on the way to the pick-up', 'Courier set off for the pick-up'],
    lacks: ['pickup', 'Driver'],
  },
  'out-of-range': {
    reach: outOfRange,
    shows: ['Out of range now: 11.8 °C', '11.8 °C last reading', 'Questions: Demo Couriers'],
  },
  overdue: {
    reach: overdue,
    // A begun minute counts, and several views follow.
    shows: ['Was due at', /Late by 3\d min/, 'There is no time of arrival yet.'],
  },
  exception: {
    reach: async (road) => {
      const ride = await road.ride();
      await ride.report({ type: 'scan', location: 'Hub 1', seal: 'SL-99999' });
      return ride.trackingUrl;
    },
    shows: ['Held: the seal does not match', 'The carrier holds the parcels', 'Questions:'],
  },
  returned: {
    reach: returned,
    shows: ['Returned to sender', 'They are back at'],
    lacks: ['is your courier', 'last known position', 'Due at', 'Late'],
  },
  delivered: {
    reach: deliveredWithExcursion,
    shows: ['Handed over at', 'Proof of custody POC-', 'Proof of cold chain PCC-'],
  },
};

/** Twelve degrees for three minutes: not an excursion yet. */
async function outOfRange({ stage, desk, sender, urls }: Road): Promise<string> {
  const [, , run] = await startRuns({ desk, sender }, 3);
  if (!run) throw new Error('there is a vehicle');
  await collect(desk, run);
  await shiftTracked(stage, run.job.id, "collected_at = collected_at - interval '20 minutes'");
  const provider = await registerProvider({ desk, urls });
  const start = Date.now() - 20 * minuteMs;
  const celsius = Array.from({ length: 20 }, (_, i) =>
    i < 17 ? 4 + (i % 4) / 2 : 7.8 + 2 * (i - 17),
  );
  await provider.post(
    [...celsius.slice(0, -1), 11.84].map((temperature_c, i) => ({
      ...{ device_id: run.device_id, seq: start + i, vehicle: run.registration },
      at: new Date(start + (i + 1) * minuteMs - 1_000).toISOString(),
      ...{ position: run.from, speed_kmh: 30, temperature_c, calibrated_until: '2099-12-31' },
    })),
  );
  return (await sender.get(`/jobs/${run.job.id}/temperature`, temperatureTrace)).page_url;
}

async function overdue({ stage, ride }: Road): Promise<string> {
  const { id, trackingUrl } = await ride('en_route');
  const sql =
    "update jobs.job set sla_due = now() - interval '30 minutes 30 seconds' where id = $1";
  expect((await stage.owner.query(sql, [id])).rowCount).toBe(1);
  return trackingUrl;
}

async function returned({ desk, sender, ride }: Road): Promise<string> {
  const { id, trackingUrl, report } = await ride();
  await report({ type: 'delivery_failed', reason: 'closed' });
  const { return_job_id } = await sender.get(`/jobs/${id}`, jobDetail);
  const back = { type: 'deliver', seal, recipient };
  await desk.post(`/ops/jobs/${return_job_id}/milestones`, { type: 'depart' }, movedJob);
  await desk.post(`/ops/jobs/${return_job_id}/milestones`, back, movedJob);
  return trackingUrl;
}

/** Time cannot be waited for: tracking's rows say that the watermark has passed. */
async function deliveredWithExcursion({ stage, desk, sender }: Road): Promise<string> {
  const [, run] = await startRuns({ desk, sender }, 2);
  if (!run) throw new Error('there is a vehicle');
  await collect(desk, run);
  await handOver(desk, run);
  await shiftTracked(
    stage,
    run.job.id,
    `trace_ended_at = trace_ended_at - interval '5 minutes',
     collected_at = collected_at - interval '30 minutes',
     delivered_at = delivered_at - interval '5 minutes'`,
    'trace_ended_at',
  );
  const job = await sender.get(`/jobs/${run.job.id}`, jobDetail);
  await vi.waitFor(async () => {
    const page = await (await fetch(job.tracking_url, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('/verify/PCC-');
  }, deadlineMs);
  return job.tracking_url;
}

export function trackingPages(given: Given): void {
  it.each(Object.entries(states))(
    'of a job that is %s says so, on any screen',
    async (...state) => {
      const [name, { reach, shows, lacks = [] }] = state;
      const { browser, road } = given();
      const url = await reach(road);
      const expectTexts = (text: string) => {
        for (const words of shows) expect(text).toMatch(words);
        for (const words of lacks) expect(text).not.toContain(words);
      };
      // Before any script has run.
      const sent = await fetch(url, { headers: { accept: 'text/html' } });
      expectTexts(textOfMarkup(await sent.text()));
      for (const screen of ['small', 'desktop'] as const) {
        await using seen = await view(browser, url, { screen });
        expectTexts(await textOf(seen.page));
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
