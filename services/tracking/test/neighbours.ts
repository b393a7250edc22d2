/** Stand-ins for the services that tracking asks and hears, on the real bus. */
import {
  command as aCommand,
  accounts,
  type Certificate,
  custody,
  defineContract,
  internalEvent,
  jobs,
} from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import { Refusal } from '@svc/kit/refusal';
import { defineService } from '@svc/kit/service';
import { z } from 'zod';
import type { JobView } from '../src/domain/tracking-record.ts';

const nothing = { calls: {}, config: z.object({}), reactions: [], schedules: [], migrations: [] };

const anything = z.record(z.string(), z.unknown());
const jobsPart = defineContract({
  name: 'jobs',
  actions: {
    locate: jobs.actions.locate,
    track: jobs.actions.track,
    trackByToken: jobs.actions.trackByToken,
    /** Emits whatever the test wants told. */
    tell: aCommand({
      input: z.object({
        type: z.string(),
        job_id: z.string(),
        data: anything,
        internals: anything,
      }),
      output: z.object({}),
      refusals: [],
    }),
  },
  events: Object.fromEntries(
    Object.keys(jobs.events).map((type) => [
      type,
      internalEvent({ description: 'A stand-in.', data: anything, internals: anything }),
    ]),
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
    locate: own.query('locate', async ({ id }, { tenant }) => {
      const view = [...shown.values()].find(
        (each) => (each.id === id || each.ref === id) && each.tenant_id === tenant,
      );
      if (!view) throw new Refusal('job_not_found', 'No job with this id.');
      const { ref, status, last_sequence } = view;
      const requirements = { otp: false, id_check: false, signature: false, photo: false };
      return { id: view.id, tenant_id: tenant, ref, status, requirements, last_sequence };
    }),
    track: own.query('track', async ({ ref }, { tenant }) =>
      shownBy((view) => view.ref === ref && view.tenant_id === tenant),
    ),
    trackByToken: own.query('trackByToken', async ({ token }) =>
      shownBy((view) => view.ref.toLowerCase() === token),
    ),
    tell: own.command('tell', {
      handle: async ({ type, job_id, data, internals }, { emit }) => {
        emit(type, data, internals, { jobId: job_id });
        return {};
      },
    }),
  },
});

/** Certificates that custody has issued, by job. */
export const certified = new Map<string, { certificate: Certificate; certificate_jws: string }>();

const custodyPart = defineContract({
  name: 'custody',
  actions: { coldChainCertificate: custody.actions.coldChainCertificate },
  events: {},
});
export const custodyStandIn = defineService({
  ...nothing,
  contract: custodyPart,
  actions: {
    coldChainCertificate: bind()(custodyPart, {}).query('coldChainCertificate', async ({ id }) => {
      const signed = certified.get(id);
      if (!signed) throw new Refusal('certificate_pending', 'Not issued yet.');
      return { ...signed, jwks: { keys: [] } };
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
