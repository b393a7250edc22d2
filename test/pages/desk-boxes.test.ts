/** A clinic's week of boxes at the desk: the list on Friday, and what one of them went through. */
import type { Asset, Binding } from '@svc/contracts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bareBinding,
  box,
  driverOnFile,
  located,
  sharedSite,
  vehicle,
} from '../../desk/test/desk-answers.ts';
import { pageOf } from '../../desk/test/examples.ts';
import { requireChromium, startChromium } from './chromium.ts';
import { type StandIn, startStandIn } from './desk-stand-in.ts';
import { expectAccessible, expectSound, type View } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';

const chromium = await requireChromium();
/** px */
const screen = { width: 1440, height: 960 };

/** Of the week of 2 November; South African time. */
const at = (day: number, time: string): string =>
  new Date(`2026-11-0${day}T${time}:00+02:00`).toISOString();
const [monday, wednesday, thursday, friday] = [2, 4, 5, 6];
const now = at(friday, '10:00');

const clinic = { site_id: 'site_clinic', vehicle_id: null };
const laboratory = { site_id: 'site_lab', vehicle_id: null };
const depot = { site_id: 'site_depot', vehicle_id: null };
const van = (id: string) => ({ site_id: null, vehicle_id: id });
const siteNames = {
  site_clinic: 'Riverside Clinic',
  site_lab: 'Central Laboratory',
  site_depot: 'Depot North',
};
const vans = { veh_1: 'CA 417-020', veh_2: 'CA 522-318' };

const empty = { device_ids: [], job_ids: [], temperature_c: null, home_site_id: 'site_depot' };
const cold = { ...empty, state: 'conditioned', qualified_until: '2027-05-31' } as const;
const warm = {
  ...empty,
  temperature_class: 'ambient',
  kind: 'tote',
  hold_hours: null,
  qualified_until: null,
} as const;
const full = (n: number, temperature_c: number): Partial<Asset> => ({
  ...{ ...cold, state: 'in_use', device_ids: [`P-${n}`], job_ids: [`job_${n}`], temperature_c },
});
const states: readonly Partial<Asset>[] = [
  {
    ...full(11, 4.6),
    ...van('veh_1'),
    placed_at: at(friday, '07:50'),
    state_at: at(friday, '08:35'),
  },
  { ...full(14, 5.1), ...van('veh_2'), placed_at: at(friday, '08:15') },
  { ...full(17, 9.2), ...van('veh_2'), placed_at: at(friday, '08:15') },
  { ...cold, ...clinic, placed_at: at(friday, '08:40') },
  { ...cold, ...clinic, placed_at: at(friday, '08:40'), qualified_until: '2026-11-20' },
  { ...warm, ...clinic, state: 'clean', placed_at: at(wednesday, '09:05') },
  { ...cold, ...clinic, state: 'clean', placed_at: at(monday, '08:40') },
  { ...warm, ...clinic, state: 'due_for_return', placed_at: at(wednesday, '09:05') },
  { ...cold, ...laboratory, state: 'due_for_return', placed_at: at(thursday, '10:40') },
  { ...cold, ...laboratory, state: 'due_for_return', placed_at: at(thursday, '10:40') },
  { ...cold, ...depot, placed_at: at(thursday, '15:10') },
  { ...warm, ...depot, state: 'clean', placed_at: at(thursday, '15:10') },
  { ...cold, ...depot, state: 'quarantined', placed_at: at(wednesday, '16:20') },
];
const created_at = at(monday, '07:20');
const boxes = states.map((state, n): Asset => {
  const number = String(107 + n).padStart(4, '0');
  return { ...box, id: `ast_${number}`, identifier: `BOX-${number}`, created_at, ...state };
});
const [travelled = box] = boxes;

type Span = readonly [from: string, to: string | null, what: Partial<Binding>];
const nthBinding = ([from, to, what]: Span, n: number): Binding => ({
  ...{ ...bareBinding, id: `bnd_${n}`, kind: 'place', from, to },
  ended_by: to === null ? null : 'driver:drv_1',
  ...what,
});
const parcelsOf = (n: number, parcels: string[] | null = null) =>
  ({ kind: 'parcels', job_id: `job_${n}`, parcels }) as const;
const atDesk = { bound_by: 'desk:usr_1' };
const week = [
  [at(friday, '08:35'), null, parcelsOf(2341)],
  [at(friday, '07:50'), null, van('veh_1')],
  [at(thursday, '15:10'), at(friday, '07:50'), { ...depot, ...atDesk }],
  [at(thursday, '08:20'), at(thursday, '10:40'), parcelsOf(2307, ['LAB-1', 'LAB-2'])],
  [at(thursday, '08:05'), at(thursday, '15:10'), van('veh_2')],
  [at(monday, '08:40'), at(thursday, '08:05'), clinic],
  [at(monday, '07:30'), at(monday, '08:40'), van('veh_1')],
  [at(monday, '07:25'), null, { kind: 'probe', device_id: 'P-11', ...atDesk }],
] satisfies Span[];
const bindings = week.map(nthBinding);

describe.skipIf(chromium === undefined)("a clinic's week of boxes", () => {
  let browser: Browser;
  let standIn: StandIn;
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
    standIn.desk.clock.set(new Date(now));
    const { answer, answers } = standIn.desk.services;
    const sites = Object.entries(siteNames).map(([id, name]) => ({ ...sharedSite, id, name }));
    answer('accounts.listSitesForDesk', pageOf(sites));
    const onFile = Object.entries(vans).map(([id, registration]) => ({
      ...{ ...vehicle, id, registration },
    }));
    answer('tracking.listVehicles', pageOf(onFile));
    answer('tracking.listDrivers', pageOf([{ ...driverOnFile, id: 'drv_1' }]));
    answer('tracking.getAsset', travelled);
    answers.set('tracking.listAssets', ({ input }) => {
      const { site_id } = Object(input);
      return { ok: pageOf(boxes.filter((each) => !site_id || each.site_id === site_id)) };
    });
    answers.set('tracking.listBindings', ({ input }) => {
      const { kind } = Object(input);
      return { ok: pageOf(bindings.filter((each) => !kind || each.kind === kind)) };
    });
    answers.set('jobs.locateForDesk', ({ input }) => {
      const { id } = Object(input);
      return { ok: { ...located, id, ref: String(id).replace('job_', 'HC-') } };
    });
  });

  async function open(path: string): Promise<View> {
    const seen = await standIn.open(path);
    await seen.page.setViewportSize(screen);
    return seen;
  }

  it('stands in the list by place, with those that nobody brought back', async () => {
    await using seen = await open('/desk/boxes');
    expect(await seen.page.locator('.stat').allTextContents()).toEqual([
      ...['4Overdue', '5Riverside Clinic', '3Depot North', '2CA 522-318'],
      ...['2Central Laboratory', '1CA 417-020'],
    ]);
    await takeScreenshot(seen, 'desk-boxes');
    await expectSound(seen);
    await expectAccessible(seen, ['light']);
  });

  it('is the history of each box: where it was, what lay in it and who said so', async () => {
    await using seen = await open(`/desk/boxes/${travelled.id}`);
    const rows = seen.page.getByRole('region', { name: 'History' }).locator('tbody tr');
    expect(await rows.count()).toBe(week.length);
    expect(await rows.nth(3).textContent()).toContain('HC-2307, parcels: 2');
    await takeScreenshot(seen, 'desk-box');
    await expectSound(seen);
    await expectAccessible(seen, ['light']);
  });
});
