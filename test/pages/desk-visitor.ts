/** The desk on a whole environment, and people who sign in to it in browsers of their own. */
import { type DirectBooking, jobs } from '@svc/contracts';
import { freePort, startOpenIdProvider } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import type { HeldClock } from '@svc/kit/clock';
import { deskUrl } from '@svc/local/settings';
import { demonstrationPeople } from '@svc/local/sign-in';
import type { Browser } from 'playwright-core';
import { type Stage, type StageOptions, startStage } from '../journeys/environment.ts';
import { press } from './keyboard.ts';
import { type Screen, type View, view } from './page-view.ts';

export interface DeskStage {
  url: string;
  stage: Stage;
  /** A cold job of the demonstration tenant. */
  book(more?: Partial<DirectBooking>): Promise<{ id: string; ref: string }>;
  stop(): Promise<void>;
}

/** What the stories of a file share. */
export interface DeskInBrowser {
  browser: Browser;
  desk: DeskStage;
  /** Of the services. */
  clock: HeldClock;
  /** Removed at the end. */
  dir: string;
}
export type GivenDesk = () => DeskInBrowser;

/** Markup in a field that a tenant fills. */
const hostileReference = '<b onclick=alert(1)>&amp;';

/** Has an account at the provider, and is no user of any tenant. */
export const newcomer = { role: 'New Colleague', email: 'colleague@demo.example' };

export async function startDesk(
  options: Pick<StageOptions, 'clock' | 'env'> = {},
): Promise<DeskStage> {
  const httpPort = await freePort();
  const url = deskUrl({ httpPort });
  const provider = await startOpenIdProvider({
    redirectUris: [`${url}/sign-in/callback`],
    people: [...demonstrationPeople, newcomer],
  });
  const { issuer, clientId } = provider;
  const stage = await startStage({ ...options, desk: { httpPort, issuer, clientId } });
  const meta = { tenant: 'ten_demo', actor: 'test', requestId: 'test' };
  const book: DeskStage['book'] = (more) =>
    createClients({ jobs }, stage.transport, meta).jobs.book({
      sku: 'LAB-COLD',
      pickup_site_id: 'site_demo_cli-0',
      dropoff_site_id: 'site_demo_lab-0',
      reference: hostileReference,
      ...more,
    });
  await book();
  return {
    url,
    stage,
    book,
    stop: async () => {
      await stage.stop();
      await provider.stop();
    },
  };
}

interface Visitor {
  name: string;
  screen?: Screen;
  /** Where the visit begins. */
  path?: string;
}

/** Signed in with the keyboard alone. */
export async function signIn(
  { browser, desk: { url } }: DeskInBrowser,
  { name, screen = 'desktop', path = '' }: Visitor,
): Promise<View> {
  const seen = await view(browser, url, { screen });
  await press(seen.page, name);
  await seen.page.waitForURL(`${url}/`);
  await seen.page.goto(url + path);
  // The provider is another origin, and its page may have been left while it loaded.
  seen.origins.clear();
  seen.origins.add(url);
  seen.complaints.length = 0;
  return seen;
}
