/** Cost of one changed row of a long board on a browser's main thread; services stand in. */
import type { LiveJob } from '@svc/contracts';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { answerLive, liveJob } from '../../desk/test/live-jobs.ts';
import { requireChromium } from './chromium.ts';
import { startLiveStage } from './desk-live-stage.ts';

const chromium = await requireChromium();

/** Script, style and layout: the rest of a task, painting in software among it, is not the page's. */
const parts: ReadonlySet<string> = new Set([
  'ScriptDuration',
  'RecalcStyleDuration',
  'LayoutDuration',
]);

/** Processor time of these parts so far, ms. */
async function mainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const own = metrics.filter(({ name }) => parts.has(name));
    return own.reduce((sum, { value }) => sum + 1_000 * value, 0);
  };
}

/** Then `painted` resolves after the frame that paints the next change of the element. */
const watchPaint = (selector: string): string => `window.painted = new Promise((done) => {
  new MutationObserver((_, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(done));
  }).observe(document.querySelector(${JSON.stringify(selector)}), { childList: true, subtree: true });
}); undefined`;

/** Of a change, ms. */
const changeMsMax = 15;
const changes = 40;

it.skipIf(chromium === undefined)('a change of one of 500 rows costs little', async () => {
  const stage = await startLiveStage(chromium ?? '');
  onTestFinished(() => stage.stop());
  const jobs: LiveJob[] = Array.from({ length: 500 }, (_, n) => ({
    ...liveJob,
    ...{ id: `job_${n}`, ref: `HC-${n}`, status: 'assigned', driver_id: 'drv_1' },
    ...{ seal: 'SL-0', vehicle_id: 'veh_1' },
  }));
  const live = answerLive(stage.desk.services, jobs);
  const page = await stage.open('/desk');
  await page.locator('#board tbody tr').nth(499).waitFor();
  const spent = await mainThread(page);
  const before = await spent();
  for (const [n, job] of jobs.slice(0, changes).entries()) {
    await page.evaluate(watchPaint(`[data-job="${job.id}"]`));
    live.change({ ...job, seal: `SL-${n}-new` });
    await page.evaluate('window.painted');
  }
  const perChange = ((await spent()) - before) / changes;
  expect(perChange, 'ms of script, style and layout for a change').toBeLessThan(changeMsMax);
  const last = page.locator(`[data-job="job_${changes - 1}"]`);
  expect(await last.textContent()).toContain(`SL-${changes - 1}-new`);
});
