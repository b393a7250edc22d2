/**
 * The sandbox: definitions of callers, samples and test jobs that services share.
 *
 * Terms
 * - **caller**: client of the sandbox, identified by session or address; owns its receipts.
 * - **tenant of a caller**: owner of its data; ends after six idle hours of the caller.
 * - **sample**: a fictional job that all callers see and none can change.
 * - **scenario**: deterministic journey of a test job within a minute.
 */
import { z } from 'zod';
import { internalEvent } from './define.ts';
import { explained } from './description.ts';
import { empty } from './primitives.ts';

/** Version prefixes of the two APIs, by environment. */
export const apiPrefixes = { live: '/v1', sandbox: '/api/v1' } as const;

/**
 * The only key that the sandbox accepts; deliberately public, it gives access to fictional data
 * only.
 */
export const publishedSandboxKey = 'svc_test_published_sandbox_key_v1';

/** A caller's data expires after this time without a request. */
export const sandboxIdleMs = 6 * 60 * 60 * 1000;
export const sandboxCallerName = 'Sandbox caller';

/** Tenants of sample jobs: a new one each time that samples are created. */
export const samplesPrefix = 'ten_samples_';
export const isSamplesTenant = (tenant: string): boolean => tenant.startsWith(samplesPrefix);

export const scenarios = [
  'none',
  'delivered',
  'failed',
  'excursion',
  'cancelled_by_carrier',
] as const;
export const scenario = explained(
  z.enum(scenarios),
  'Simulated course of a sandbox test job, completed within a minute.',
  {
    none: 'the job stays booked.',
    delivered: 'the job is collected and delivered.',
    failed: 'the hand-over fails, and a return job takes the parcels back.',
    excursion: 'the job is delivered after a temperature excursion.',
    cancelled_by_carrier: 'the carrier cancels the job.',
  },
);
export type Scenario = z.infer<typeof scenario>;

/** A sandbox tenant has expired: services purge its rows. Never sent to subscribers. */
export const sandboxExpired = internalEvent({
  description: 'For all services: a sandbox tenant has expired; purge its data.',
  data: z.object({ tenant_id: z.string() }),
  internals: empty,
});
