/** Live pages in a browser: temperatures on the board, and the map; services stand in. */
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageOf } from '../../desk/test/desk-answers.ts';
import { answerLive, liveJob, vehiclePosition } from '../../desk/test/live-jobs.ts';
import { requireChromium } from './chromium.ts';
import { type LiveStage, startLiveStage } from './desk-live-stage.ts';
import { deadlineMs } from './page-view.ts';

const chromium = await requireChromium();
/** Leaves an attribute of either quote, and runs if it becomes markup. */
const hostile = `"'><img src=x onerror="globalThis.hurt=1">`;

describe.skipIf(chromium === undefined)('live pages in a browser', () => {
  let stage: LiveStage;
  beforeAll(async () => {
    stage = await startLiveStage(chromium ?? '');
  });
  afterAll(() => stage?.stop());

  it('the temperature of a row follows the vehicle, marked out of range', async () => {
    const job = {
      ...liveJob,
      status: 'in_transit',
      driver_id: 'drv_1',
      vehicle_id: 'veh_1',
    } as const;
    answerLive(stage.desk.services, [job]);
    const page = await stage.open('/desk');
    const cell = page.locator('[data-job=job_01] td').last();
    await cell.filter({ hasText: '4.5 °C, of 2 to 8 °C' }).waitFor();
    stage.desk.services.answers.set('tracking.listVehiclePositions', () =>
      pageOf([
        { ...vehiclePosition, temperature_c: 11.8, measured_at: '2026-11-02T08:00:09.000Z' },
      ]),
    );
    await cell.locator('strong').filter({ hasText: '11.8 °C' }).waitFor();
    await page.context().close();
  });

  it('what the stream brings to the board is text', async () => {
    const { services } = stage.desk;
    const { change } = answerLive(services, [liveJob]);
    const board = await stage.open('/desk');
    const { pickup, dropoff, tenant } = liveJob;
    const texts = { ref: hostile, service: hostile, seal: hostile };
    const places = { pickup: { ...pickup, name: hostile }, dropoff: { ...dropoff, name: hostile } };
    change({ ...liveJob, ...texts, ...places, tenant: { ...tenant, name: hostile } });
    await board.locator('[data-job=job_01]').filter({ hasText: hostile }).waitFor();
    expect(await board.locator('img').count()).toBe(0);
    expect(await board.evaluate('globalThis.hurt')).toBeUndefined();
    await board.context().close();
  });

  it('the map moves marks and rows with the positions, and itself by keys', async () => {
    const job = { ...liveJob, vehicle_id: 'veh_1', status: 'assigned' } as const;
    const { change } = answerLive(stage.desk.services, [job]);
    const page = await stage.open('/desk/map');
    // The stream of the page before may be open still, and share the jobs that it read.
    change(job);
    const drawn = () =>
      page
        .locator('path[data-mark]')
        .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')).join(' '));
    const before = await drawn();
    expect(before).toContain('M0 0h0');
    stage.desk.services.answers.set('tracking.listVehiclePositions', () =>
      pageOf([
        {
          ...vehiclePosition,
          last_position: { lat: -26.25, lng: 28.1 },
          seen_at: new Date().toISOString(),
        },
      ]),
    );
    await page.locator('[data-vehicle=veh_1]').filter({ hasText: '-26.2500, 28.1000' }).waitFor();
    const busy = page.locator('path[data-mark=busy]');
    const isMoved = () =>
      busy.evaluateAll((paths) =>
        paths.some((path) => !['', 'M0 0h0'].includes(path.getAttribute('d') ?? '')),
      );
    await until(isMoved, { timeoutMs: deadlineMs, what: 'the mark to move' });
    expect(await drawn()).not.toBe(before);
    const svg = page.locator('#map svg');
    const viewBox = () => svg.getAttribute('viewBox');
    const at = async (change: () => Promise<void>) => {
      const last = await viewBox();
      await change();
      const isChanged = async () => (await viewBox()) !== last;
      await until(isChanged, { timeoutMs: deadlineMs, what: 'the map to move' });
      return viewBox();
    };
    await page.locator('#map').focus();
    const begin = String(await viewBox())
      .split(' ')
      .map(Number);
    const closer = await at(() => page.keyboard.press('+'));
    expect(Number(closer?.split(' ')[2])).toBeLessThan(begin[2] ?? 0);
    const left = await at(() => page.keyboard.press('ArrowLeft'));
    expect(Number(left?.split(' ')[0])).toBeLessThan(Number(closer?.split(' ')[0]));
    await at(() => page.keyboard.press('0'));
    await page.context().close();
  });
});
