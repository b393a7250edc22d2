/** The tracking page in every state, as it is on a small phone, a phone and a desktop, light and dark. */
import { jobDetail, movedJob, temperatureTrace } from '@svc/contracts';
import { collect, handOver, startRuns } from '@svc/fleet/jobs';
import { registerProvider } from '@svc/fleet/provider';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Given } from './fixtures.ts';
import { deadlineMs, expectAccessible, expectSound, textOf, view } from './page-view.ts';
import { type Road, recipient, seal } from './road.ts';
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
async function outOfRange({ stage, desk, sender }: Road): Promise<string> {
  const [, , run] = await startRuns({ desk, sender }, 3);
  if (!run) throw new Error('there is a vehicle');
  await collect(desk, run);
  await shift(stage, run.job.id, "collected_at = collected_at - interval '20 minutes'");
  const urls = { live: { base_url: stage.baseUrl }, auth: { auth_url: stage.publicUrl } };
  const provider = await registerProvider({ desk, urls });
  const start = Date.now() - 20 * minuteMs;
  const celsius = Array.from({ length: 20 }, (_, i) =>
    i < 17 ? 4 + (i % 4) / 2 : 7.8 + 2 * (i - 17),
  );
  await provider.post(
    [...celsius.slice(0, -1), 11.84].map((temperature_c, i) => ({
      device_id: run.device_id,
      seq: start + i,
      at: new Date(start + (i + 1) * minuteMs - 1_000).toISOString(),
      vehicle: run.registration,
      position: run.from,
      speed_kmh: 30,
      temperature_c,
      calibrated_until: '2099-12-31',
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

/** Time cannot be waited for: tracking is told that the watermark has passed. */
async function deliveredWithExcursion({ stage, desk, sender }: Road): Promise<string> {
  const [, run] = await startRuns({ desk, sender }, 2);
  if (!run) throw new Error('there is a vehicle');
  await collect(desk, run);
  await handOver(desk, run);
  await shift(
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

const shift = ({ owner }: Road['stage'], id: string, change: string, known = 'collected_at') =>
  vi.waitFor(async () => {
    const sql = `update tracking.tracked_job set ${change} where job_id = $1 and ${known} is not null`;
    expect((await owner.query(sql, [id])).rowCount).toBe(1);
  }, deadlineMs);

/** How long the last line of each hash is, as a share of its first. */
const lastLines = `[...document.querySelectorAll('code')]
  .filter(({ textContent }) => textContent.startsWith('sha256:'))
  .map((code) => {
    const range = document.createRange();
    range.selectNodeContents(code);
    return [...range.getClientRects()].map(({ width }) => width);
  })
  .map((widths) => widths.at(-1) / widths[0])`;

export function trackingStates(given: Given): void {
  describe.each(Object.entries(states))('%s', (name, { reach, shows, lacks = [] }) => {
    let url: string;
    beforeAll(async () => {
      url = await reach(given().road);
    });

    it.each(['small', 'phone', 'desktop'] as const)(
      'is sound and accessible (%s)',
      async (screen) => {
        await using seen = await view(given().browser, url, { screen });
        const text = await textOf(seen.page);
        for (const words of shows) expect(text).toMatch(words);
        for (const words of lacks) expect(text).not.toContain(words);
        await expectSound(seen);
        await takeScreenshot(seen, `${name}-${screen}`, 'all');
        await expectAccessible(seen);
      },
    );

    it('says all of it without a script', async () => {
      await using seen = await view(given().browser, url, { screen: 'phone', script: false });
      const text = await textOf(seen.page);
      for (const words of shows) expect(text).toMatch(words);
    });

    it('can be called from: whatever is tapped is large enough', async () => {
      await using seen = await view(given().browser, url, { screen: 'small' });
      const links = await seen.page.locator('header a, .alerts a, .links a').all();
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
    });
  });

  it('uses the width of a desktop: two columns there, one on a phone', async () => {
    const { browser, underWay } = given();
    const lefts = async (screen: 'desktop' | 'phone') => {
      await using seen = await view(browser, underWay.trackingUrl, { screen });
      const columns = await seen.page.locator('.columns > div').all();
      const boxes = await Promise.all(columns.map((column) => column.boundingBox()));
      return new Set(boxes.map((box) => box?.x)).size;
    };
    expect(await lefts('desktop')).toBe(2);
    expect(await lefts('phone')).toBe(1);
  });

  it.each(['desktop', 'phone'] as const)('leaves no orphan of a hash (%s)', async (screen) => {
    const { browser, verifyUrl } = given();
    await using seen = await view(browser, verifyUrl, { screen });
    const shares = await seen.page.evaluate<number[]>(lastLines);
    expect(shares.length).toBeGreaterThan(2);
    expect(Math.min(...shares)).toBeGreaterThan(0.2);
  });

  it('leads from a dead link to somebody to call', async () => {
    const { browser, road } = given();
    const dead = `${road.stage.publicUrl}/t/no-such-token-as-this-one`;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(dead);
    await page.getByRole('link', { name: '+27 10 000 0000' }).waitFor();
    await page.getByRole('link', { name: 'the documentation of this service' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.close();
  });
}
