/**
 * Calls of the desk: the actions of its table, those that sign people in, and those that live pages
 * follow. Its user on NATS may send these requests and no others; `onlyDeclared` refuses them
 * before.
 */
import { liveJobsTopic, opsEventsTopic, sessionsTopic } from '@svc/contracts';
import { ownCalls } from './identity/own-calls.ts';
import { replicationTopic } from './limits/budgets.ts';
import { liveCalls } from './live/follower.ts';
import { deskTable } from './pages/index.ts';
import type { DeskRoute } from './route/route.ts';

/** Name as `<service>.<action>`. */
export const deskCalls = (table: readonly DeskRoute[] = deskTable): ReadonlySet<string> =>
  new Set([
    ...table.flatMap(({ calls }) => calls),
    ...Object.values({ ...ownCalls, ...liveCalls }).flatMap(({ name, actions }) =>
      Object.keys(actions).map((action) => `${name}.${action}`),
    ),
  ]);

/** Hints that jobs, alarms and sessions changed, and admissions of the other replicas. */
export const deskHints = {
  broadcasts: [replicationTopic],
  hears: [liveJobsTopic, opsEventsTopic, sessionsTopic, replicationTopic],
} as const;
