/** Stand-ins for the services that tracking asks and hears, on the real bus. */
import { command as aCommand, accounts, defineContract, event, jobs } from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import { Refusal } from '@svc/kit/refusal';
import { defineService } from '@svc/kit/service';
import { z } from 'zod';
import type { JobView } from '../src/domain/record.ts';

const nothing = { calls: {}, config: z.object({}), reactions: [], schedules: [], migrations: [] };

const anything = z.record(z.string(), z.unknown());
const jobsPart = defineContract({
  name: 'jobs',
  actions: {
    track: jobs.actions.track,
    trackByToken: jobs.actions.trackByToken,
    /** Emits whatever the test wants told. */
    tell: aCommand({
      input: z.object({ type: z.string(), job_id: z.string(), data: anything, facts: anything }),
      output: z.object({}),
      refusals: [],
    }),
  },
  events: Object.fromEntries(
    Object.keys(jobs.events).map((type) => [type, event(anything, anything)]),
  ),
});

/** What jobs shows, by reference; the token of a page is the reference in small letters. */
export const shown = new Map<string, JobView>();

function shownBy(isIt: (view: JobView) => boolean): JobView {
  const found = [...shown.values()].find(isIt);
  if (!found) throw new Refusal('tracking_not_found', 'No job with this reference.');
  return found;
}

const own = bind()(jobsPart, {});
export const jobsStandIn = defineService({
  ...nothing,
  contract: jobsPart,
  actions: {
    track: own.query('track', async ({ ref }, { tenant }) =>
      shownBy((view) => view.ref === ref && view.tenant_id === tenant),
    ),
    trackByToken: own.query('trackByToken', async ({ token }) =>
      shownBy((view) => view.ref.toLowerCase() === token),
    ),
    tell: own.command('tell', {
      handle: async ({ type, job_id, data, facts }, { emit }) => {
        emit(type, data, facts, { jobId: job_id });
        return {};
      },
    }),
  },
});

const accountsPart = defineContract({
  name: 'accounts',
  actions: {
    createClient: accounts.actions.createClient,
    revokeClient: accounts.actions.revokeClient,
  },
  events: {},
});

/** What accounts was asked for, in order. */
export const asked: { tenant: string; made?: unknown; revoked?: string }[] = [];

const { command } = bind()(accountsPart, {});
export const accountsStandIn = defineService({
  ...nothing,
  contract: accountsPart,
  actions: {
    createClient: command('createClient', {
      handle: async (made, { tenant }) => {
        asked.push({ tenant, made });
        return { client_id: `cli_${asked.length}`, client_secret: `secret ${asked.length}` };
      },
    }),
    revokeClient: command('revokeClient', {
      handle: async ({ client_id }, { tenant }) => {
        asked.push({ tenant, revoked: client_id });
        return { revoked: true };
      },
    }),
  },
});
