/** Faults of a phone on the road: no network, lost and cut answers, a killed page. */
import type { Random } from '@svc/simulators/random';
import type { Route } from 'playwright-core';
import type { Handset } from './handset.ts';

export interface Mishaps {
  /** Before a step: the network comes and goes, and the page may be reloaded or killed. */
  before(random: Random): Promise<void>;
  /** The network is there, and stays. */
  end(): Promise<void>;
}

const requests = '**/v1/ops/**';

/** The server has done it, and its answer is lost. */
const loseAnswer = async (route: Route): Promise<void> => {
  await route.fetch().catch(() => undefined);
  await route.abort('connectionreset').catch(() => undefined);
};

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

export function newMishaps(handset: Handset): Mishaps {
  const { context } = handset;
  const setNetwork = async (isOffline: boolean, answers: number): Promise<void> => {
    await context.unroute(requests);
    if (isOffline) return handset.goOffline();
    await handset.goOnline();
    if (answers < 0.3) await context.route(requests, loseAnswer);
    else if (answers < 0.5) await context.route(requests, cutAnswer);
  };
  return {
    before: async (random) => {
      const [changes, offline, answers, page] = [1, 2, 3, 4].map(() => random.next());
      if ((changes ?? 1) < 0.6) await setNetwork((offline ?? 1) < 0.4, answers ?? 1);
      if ((page ?? 1) < 0.1) await handset.reload();
      else if ((page ?? 1) < 0.2) await handset.kill();
    },
    end: async () => {
      await context.unroute(requests);
      // The event of a network that comes back ends the wait for the next attempt.
      await handset.goOffline();
      await handset.goOnline();
    },
  };
}
