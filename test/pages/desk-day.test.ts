/** Alarms and timeline of a busy day: one page holds them. */
import {
  type LiveJob,
  type OpsEvent,
  priorities,
  type Timeline,
  type TimelineJob,
} from '@svc/contracts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  driverOnFile,
  excursion,
  liveJob,
  vehicleOnFile,
  vehiclePosition,
} from '../../desk/test/desk-answers.ts';
import { assigned, day, shifts, underWay, waitingJob } from '../../desk/test/desk-job-answers.ts';
import { pageOf } from '../../desk/test/examples.ts';
import type { Role } from '../../desk/test/persons.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { type StandIn, startStandIn } from './desk-stand-in.ts';
import { expectAccessible, type View } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const chromium = await requireChromium();
/** px */
const screen = { width: 1440, height: 900 };

const alarm = (n: number, type: OpsEvent['type'], data: OpsEvent['data'] = {}): OpsEvent => ({
  ...{ ...excursion, id: `oev_${n}`, type, escalated_at: null, job_id: `job_${n}` },
  data: { ...excursion.data, ref: `SVC-${100 + n}`, ...data },
});
/** 88 open ones: most are of two kinds, those that are urgent stand each by itself. */
const busyAlarms = [
  { count: 1, event: alarm(1, 'temperature.excursion') },
  ...Array.from({ length: 10 }, (_, n) => ({ count: 1, event: alarm(10 + n, 'delivery.failed') })),
  { count: 65, event: alarm(30, 'job.unassigned') },
  { count: 11, event: alarm(31, 'job.booked') },
  { count: 1, event: alarm(32, 'sla.breached', { minutes_late: 12 }) },
];

const nth = (n: number) => String(n).padStart(2, '0');
const crew = Array.from({ length: 25 }, (_, n) => ({
  ...{ driver_id: `drv_${nth(n)}`, first_name: 'Naledi', last_name: `Example ${nth(n)}` },
  vehicle: { vehicle_id: `veh_${nth(n)}`, registration: `CA ${nth(n)}-456` },
}));
const crewOnFile = pageOf(crew.map((each) => ({ ...driverOnFile, ...each, id: each.driver_id })));
const dayMs = Date.parse('2026-11-02T05:00:00.000Z');
const atMinute = (minute: number) => new Date(dayMs + minute * 60_000).toISOString();
const statuses = ['assigned', 'en_route_pickup', 'in_transit', 'exception'] as const;
/** Every fifteen minutes of the working day. */
const busyJob = (n: number, more: Partial<TimelineJob> = {}): TimelineJob => ({
  ...{ ...waitingJob, id: `job_${nth(n)}`, ref: `SVC-7HA9WR${nth(n)}`, version: 1 },
  ...{ starts_at: atMinute(n * 8), sla_due: atMinute(n * 8 + 90), ...more },
});
/** 80 jobs: 30 wait, 50 are of the 25 drivers. */
const busyDay: Timeline = {
  ...day,
  unassigned: Array.from({ length: 30 }, (_, n) => busyJob(n)),
  drivers: crew.map((driver, n) => ({
    ...{ ...driver, status: 'active', shifts: n % 3 === 0 ? shifts : null },
    jobs: [30, 55].map((first) =>
      busyJob(first + n, {
        ...{ status: statuses[(first + n) % 4] ?? 'assigned', driver_id: driver.driver_id },
        ...{ vehicle: driver.vehicle, undo: n === 24 ? assigned.undo : null },
        conflicts: first + n === 41 ? underWay.conflicts : n === 6 ? assigned.conflicts : [],
        ...(first === 30 && { starts_at: atMinute(n * 6), sla_due: atMinute(n * 6 + 120) }),
      }),
    ),
  })),
};

const sites = ['Parkside Clinic', 'Northgate Hospital', 'Central Laboratory', 'Riverside Pharmacy'];
/** 50 jobs under way, from late to the afternoon. */
const busyBoard = Array.from({ length: 50 }, (_, n): LiveJob => {
  const status = (['booked', ...statuses, 'collected'] as const)[n % 6] ?? 'booked';
  const driver = crew[n % crew.length];
  const [from, to] = [sites[n % 4], sites[(n + 1 + (n % 2)) % 4]];
  return {
    ...{ ...liveJob, id: `job_${nth(n)}`, ref: `SVC-7HA9WR${nth(n)}`, status },
    priority: priorities[n % 4] ?? 'stat',
    sla_due: atMinute(150 + n * 9),
    ...(status !== 'booked' && {
      ...{ driver_id: driver?.driver_id ?? null, vehicle_id: driver?.vehicle.vehicle_id ?? null },
    }),
    pickup: { ...liveJob.pickup, name: from ?? '' },
    dropoff: { ...liveJob.dropoff, name: to ?? '' },
  };
});

describe.skipIf(chromium === undefined)('a busy day of the desk', () => {
  let browser: Browser;
  let standIn: StandIn;
  const services = () => standIn.desk.services;
  beforeAll(async () => {
    browser = await startChromium(chromium ?? '');
    standIn = await startStandIn(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await standIn?.stop();
  });
  beforeEach(() => {
    standIn.desk.reset();
    services().answer('webhooks.listOpsEventKinds', { data: busyAlarms });
  });

  async function open(path: string, role?: Role): Promise<View> {
    const seen = await standIn.open(path, role && { role });
    await seen.page.setViewportSize(screen);
    return seen;
  }
  const heightOf = ({ page }: View) =>
    page.evaluate<number>('document.documentElement.scrollHeight');

  it('shows at least 16 whole jobs of dispatch, and a header of at most 64 px on a phone', async () => {
    const answer = services().answer.bind(services());
    answer('jobs.listLive', pageOf(busyBoard));
    answer('tracking.listDrivers', crewOnFile);
    answer(
      'tracking.listVehiclePositions',
      pageOf(
        crew.map(({ vehicle: { vehicle_id: id } }, n) => ({
          ...vehiclePosition,
          id,
          temperature_c: 3 + (n % 7),
        })),
      ),
    );
    await using seen = await open('/desk');
    const { page } = seen;
    const whole = `[...document.querySelectorAll('tbody tr')]
      .filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`;
    expect(await page.evaluate<number>(whole)).toBeGreaterThanOrEqual(16);
    await page.getByRole('link', { name: 'Open the map' }).waitFor();
    await takeScreenshot(seen, 'desk-board');
    await expectAccessible(seen);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await page.locator('header').boundingBox())?.height).toBeLessThanOrEqual(64);
  });

  it('shows 88 alarms on two screens', async () => {
    await using seen = await open('/desk/alarms');
    expect(await heightOf(seen)).toBeLessThanOrEqual(2 * screen.height);
    await takeScreenshot(seen, 'busy-desk-alarms', 'all');
    await expectAccessible(seen);
  });

  it('holds 25 drivers and 80 jobs on two screens, and assigns by a drag to the last of them', async () => {
    const { asked } = services();
    const answer = services().answer.bind(services());
    answer('jobs.timeline', busyDay);
    answer('tracking.listDrivers', crewOnFile);
    answer(
      'tracking.listVehicles',
      pageOf(
        crew.map(({ vehicle }) => ({
          ...{ ...vehicleOnFile, hub_site_id: null },
          ...{ ...vehicle, id: vehicle.vehicle_id },
        })),
      ),
    );
    await using seen = await open('/desk/timeline');
    const { page } = seen;
    expect(await heightOf(seen)).toBeLessThanOrEqual(2 * screen.height);
    await takeScreenshot(seen, 'busy-desk-timeline', 'all');
    await expectAccessible(seen);
    const last = page.locator('li[data-driver="drv_24"]');
    const lanes = await page.locator('.lanes').boundingBox();
    const [x, bottom] = [(lanes?.x ?? 0) + 300, (lanes?.y ?? 0) + (lanes?.height ?? 0)];
    const y = async () => (await last.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    await page.locator('.waiting [data-choice="job_00.1"]').hover();
    await page.mouse.down();
    await page.mouse.move(x, bottom - 10, { steps: 5 });
    const isAtEnd = `(({ scrollTop, scrollHeight, clientHeight }) =>
      scrollTop + clientHeight > scrollHeight - 1)(document.querySelector('.lanes'))`;
    await expect.poll(() => page.evaluate<boolean>(isAtEnd)).toBe(true);
    expect(await page.evaluate('scrollY')).toBe(0);
    // The hours stay in sight.
    expect((await page.locator('.hours').boundingBox())?.y).toBeCloseTo((lanes?.y ?? 0) + 1, 0);
    await page.mouse.move(x, (await y()) + 10, { steps: 5 });
    await page.mouse.up();
    await expect
      .poll(() => asked('assign'))
      .toMatchObject([{ id: 'job_00', driver_id: 'drv_24', vehicle_id: 'veh_24' }]);
    await page.locator('#timeline-news', { hasText: 'is assigned to Naledi Example 24' }).waitFor();
  });

  it('leads from the sound of an excursion to the decision in four actions', async () => {
    services().answer('webhooks.listOpsEventKinds', { data: busyAlarms.slice(1) });
    await using seen = await open('/desk/alarms', 'quality');
    const { page } = seen;
    await page.getByRole('button', { name: 'Sound off' }).click();
    await page.getByRole('button', { name: 'Sound on' }).waitFor();
    const tones = () => page.evaluate<string>('document.documentElement.dataset.tone');
    const first = await tones();
    services().answer('webhooks.listOpsEventKinds', { data: busyAlarms });
    // As the script does by itself when the page is seen again.
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await expect.poll(tones).not.toBe(first);
    const row = page.locator('tr[data-alarm="oev_1"]');
    await row.getByText('SVC-101 out of range for 6 min').waitFor();
    services().calls.length = 0;

    await row.locator('summary', { hasText: 'Decide' }).click();
    await row.getByLabel('Contents').selectOption('quarantine');
    await row.getByLabel('Why').fill('Stability unknown');
    await row.getByRole('button', { name: 'Record the decision' }).click();

    await page.waitForLoadState();
    await expect
      .poll(() => services().asked('recordDisposition'))
      .toMatchObject([{ id: 'oev_1', disposition: 'quarantine', reason: 'Stability unknown' }]);
  });
});
