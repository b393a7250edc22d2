/** What happens to a phone on the road: no network, lost answers, a killed page. */
import type { Random } from '@svc/courier/random';
import type { Route } from 'playwright-core';
import type { Handset } from './handset.ts';

export interface Mishaps {
  /** Before a step: the network comes and goes, and the page may be reloaded or killed. */
  before(): Promise<void>;
  /** At a tap: whether the page was killed at that very moment. */
  killed(): Promise<boolean>;
  /** The network is there, and stays. */
  end(): Promise<void>;
}

const requests = '**/v1/ops/**';

/** The server has done it, and half of its answer arrives. */
export async function cutAnswer(route: Route): Promise<void> {
  try {
    const response = await route.fetch();
    const body = await response.text();
    const headers = { 'content-type': 'application/json' };
    await route.fulfill({
      ...{ status: response.status(), headers },
      body: body.slice(0, body.length / 2),
    });
  } catch {
    // The page or its network has gone meanwhile.
    await route.abort('connectionreset').catch(() => undefined);
  }
}

export function newMishaps(handset: Handset, random: Random): Mishaps {
  const { context } = handset;
  const happens = (chance: number) => random.next() < chance;
  /** The server has done it, and its answer is lost. */
  const loseAnswer = async (route: Route): Promise<void> => {
    await route.fetch().catch(() => undefined);
    await route.abort('connectionreset').catch(() => undefined);
  };
  const setNetwork = async (): Promise<void> => {
    await context.unroute(requests);
    if (happens(0.4)) return handset.goOffline();
    await handset.goOnline();
    if (happens(0.4)) await context.route(requests, loseAnswer);
  };
  return {
    before: async () => {
      if (happens(0.6)) await setNetwork();
      const chance = random.next();
      if (chance < 0.15) await handset.reload();
      else if (chance < 0.3) await handset.kill();
    },
    killed: async () => {
      if (!happens(0.2)) return false;
      await handset.kill();
      return true;
    },
    end: async () => {
      await context.unroute(requests);
      // The event of a network that comes back ends the wait for the next attempt.
      await handset.goOffline();
      await handset.goOnline();
    },
  };
}
