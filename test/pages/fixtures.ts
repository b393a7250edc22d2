/** Fixtures of the pages' tests: a browser, an environment, and two jobs that stand still. */
import type { Browser } from 'playwright-core';
import { type Stage, startStage } from '../journeys/environment.ts';
import { startChromium } from './chromium.ts';
import { openRoad, type Ride, type Road } from './road.ts';

export interface Pages {
  browser: Browser;
  road: Road;
  sandbox: Stage;
  underWay: Ride;
  delivered: Ride;
  verifyUrl: string;
  stop(): Promise<void>;
}

export type Given = () => Pages;

export async function startPages(executablePath: string): Promise<Pages> {
  const browser = await startChromium(executablePath);
  const road = await openRoad();
  const sandbox = await startStage({ environment: 'sandbox' });
  const underWay = await road.ride();
  const delivered = await road.ride();
  await delivered.deliver();
  const verifyUrl = await delivered.verifyUrl();
  const stop = async () => {
    await browser.close();
    await Promise.all([road.stage.stop(), sandbox.stop()]);
  };
  return { browser, road, sandbox, underWay, delivered, verifyUrl, stop };
}
