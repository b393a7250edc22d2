/** The courier's app for the tests of a file: Chromium, and an environment whose drivers have the app. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { requireChromium, startChromium } from '../../pages/chromium.ts';
import { type Stage, type StageOptions, startStage } from '../environment.ts';
import { shared } from '../worker-stages.ts';
import { type CourierStand, courierStandOf, type Driver } from './courier-stand.ts';
import { type Handset, type HandsetOptions, newHandset } from './handset.ts';

/** Undefined where there is none: what needs it is skipped. */
export const chromium = await requireChromium();

export interface AppUnderTest {
  readonly browser: Browser;
  readonly stand: CourierStand;
  /** A phone that is enrolled for a driver, with the app open. */
  newHandset(driver: Pick<Driver, 'enrolment'>, options?: HandsetOptions): Promise<Handset>;
}

/**
 * Starts a browser before the tests of a `describe`, and ends it after. Without options the
 * environment is that of the worker.
 */
export function appUnderTest(options?: Pick<StageOptions, 'without' | 'env'>): AppUnderTest {
  let browser: Browser | undefined;
  let stand: CourierStand | undefined;
  let own: Stage | undefined;
  beforeAll(async () => {
    browser = await startChromium(chromium ?? '');
    own = options && (await startStage(options));
    stand = own && courierStandOf(own);
  });
  if (!options) {
    shared.beforeAll(({ live }) => {
      stand = courierStandOf(live);
    });
  }
  afterAll(async () => {
    await browser?.close();
    await own?.stop();
  });
  const app: AppUnderTest = {
    get browser() {
      return started(browser);
    },
    get stand() {
      return started(stand);
    },
    newHandset: ({ enrolment }, more) =>
      newHandset(app.browser, { origin: app.stand.origin, enrolment }, more),
  };
  return app;
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('not started yet');
  return part;
}
