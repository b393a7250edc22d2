/** How much is stored, to see whether a request left anything behind. */
import { expect } from 'vitest';
import type { Stage } from '../journeys/environment.ts';

/**
 * Tables that requests write. Windows of the rate limit and timers change by themselves; milestones,
 * chains, alarms, invoices' lines and the outboxes of tracking and partner follow the jobs, and may
 * still be doing so.
 */
const tables = `accounts.site accounts.tenant_user accounts.identity accounts.invitation
  accounts.session accounts.policy accounts.tenant accounts.client accounts.courier_device
  accounts.device_enrolment accounts.used_assertion accounts.api_key accounts.receipt
  accounts.outbox pricing.quote pricing.receipt pricing.outbox jobs.job jobs.job_instructions
  jobs.receipt jobs.outbox jobs.sscc_range jobs.incident tracking.driver tracking.vehicle
  tracking.reading tracking.receipt tracking.outbox partner.reception custody.proof_file
  custody.receipt webhooks.endpoint webhooks.replay webhooks.receipt webhooks.outbox
  billing.payment billing.receipt files.wholesaler files.file`.split(/\s+/);

async function rowCounts({ owner }: Stage): Promise<Record<string, number>> {
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as "${table}"`);
  const { rows } = await owner.query(`select ${counts.join(', ')}`);
  return rows[0];
}

/** Fails when the work leaves rows behind. */
export async function expectNothingStored(stage: Stage, work: () => Promise<void>): Promise<void> {
  const before = await rowCounts(stage);
  await work();
  expect(await rowCounts(stage)).toEqual(before);
}
