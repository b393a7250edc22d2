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

/** Of the board, in costs of the floor. */
const floorsMax = 8;
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
  /** Of one change, ms, each of another row. */
  const costOf = async (of: readonly LiveJob[], change: (job: LiveJob) => unknown) => {
    const before = await spent();
    for (const job of of) {
      await page.evaluate(watchPaint(`[data-job="${job.id}"]`));
      await change(job);
      await page.evaluate('window.painted');
    }
    return ((await spent()) - before) / of.length;
  };
  // Floor: a character more in a cell, with the style and the layout of the table that follow.
  const floor = await costOf(jobs.slice(-changes), ({ id }) =>
    page.evaluate(`document.querySelector('[data-job="${id}"] td').append('.')`),
  );
  const board = await costOf(jobs.slice(0, changes), (job) =>
    live.change({ ...job, seal: `SL-${job.id}-new` }),
  );
  process.stdout.write(`script, style, layout of a change: floor ${floor} ms, board ${board} ms\n`);
  expect(board / floor, 'of a change, in costs of the floor').toBeLessThan(floorsMax);
  const last = page.locator(`[data-job="job_${changes - 1}"]`);
  expect(await last.textContent()).toContain(`SL-job_${changes - 1}-new`);
});
