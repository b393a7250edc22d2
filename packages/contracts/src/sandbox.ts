/**
 * The sandbox: what callers, samples and test jobs have in common among services.
 *
 * Terms
 * - **caller**: who asks on the sandbox, told apart by session or address; keeps its receipts.
 * - **tenant of a caller**: whose data it is; lasts until the caller was idle for six hours.
 * - **sample**: a fictional job that all callers see and none can change.
 * - **scenario**: what becomes of a test job within a minute, the same every time.
 */
import { z } from 'zod';
import { event } from './define.ts';
import { empty } from './primitives.ts';

/** Data of a caller vanishes after so long without a request of it. */
export const sandboxIdleMs = 6 * 60 * 60 * 1000;
export const sandboxCallerName = 'Sandbox caller';

/** Tenants of sample jobs: a new one each time that samples are made. */
export const samplesPrefix = 'ten_samples_';
export const isSamplesTenant = (tenant: string): boolean => tenant.startsWith(samplesPrefix);

export const scenarios = [
  'none',
  'delivered',
  'failed',
  'excursion',
  'cancelled_by_carrier',
] as const;
export const scenario = z.enum(scenarios);
export type Scenario = z.infer<typeof scenario>;

/** A tenant of the sandbox is over: whoever has rows of it removes them. Never sent to subscribers. */
export const sandboxExpired = event(z.object({ tenant_id: z.string() }), empty);
