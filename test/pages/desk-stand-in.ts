/** A desk with stand-in services, and pages of it in a browser, as somebody of a role sees them. */
import { freePort } from '@svc/devnet';
import type { Browser } from 'playwright-core';
import {
  type DeskOptions,
  deskUnderTest,
  tokenOf,
  type UnderTest,
} from '../../desk/test/desk-under-test.ts';
import type { Role } from '../../desk/test/persons.ts';
import { type Screen, type View, view } from './page-view.ts';

export interface StandIn {
  desk: UnderTest;
  origin: string;
  open(path: string, as?: { role?: Role; screen?: Screen }): Promise<View>;
  /** The page once its stream is open. */
  openLive(path: string): Promise<View>;
  stop(): Promise<void>;
}

export const sessionCookie = (role: Role): string =>
  `__Host-session=${tokenOf(role)}; Secure; HttpOnly; Path=/; SameSite=Lax`;

export async function startStandIn(
  browser: Browser,
  { env, ...options }: DeskOptions = {},
): Promise<StandIn> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const own = { SVC_DESK_URL: origin, SVC_DESK_SESSION_LIMIT: '100000' };
  const desk = deskUnderTest({ env: { ...own, ...env }, ...options });
  await desk.app.listen({ port, host: 'localhost' });
  const open: StandIn['open'] = (path, { role = 'dispatcher', screen = 'desktop' } = {}) =>
    view(browser, origin + path, { screen, cookie: sessionCookie(role) });
  const openLive: StandIn['openLive'] = async (path) => {
    const seen = await open(path);
    await seen.page.locator('html[data-live]').waitFor();
    return seen;
  };
  return { desk, origin, open, openLive, stop: () => desk.app.close() };
}
