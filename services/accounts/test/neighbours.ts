/** Stand-ins for the services that accounts asks what a tenant uses. */
import { custody, files, type Usage, webhooks } from '@svc/contracts';
import { standIn } from '@svc/kit/testing/stand-in';

export const ofWebhooks: NonNullable<Usage['webhooks']> = {
  endpoints: 2,
  endpoints_max: 20,
  since: '2026-10-26T08:00:00.000Z',
  is_complete: true,
  days: [{ day: '2026-11-02', succeeded: 3, pending: 1, failed: 0 }],
};
/** Depends on the tenant, so that a mix-up shows. */
export const proofsOf = (tenant: string) => ({ files: 1, bytes: tenant.length });

export const neighbours = [
  standIn(webhooks, { usage: async () => ofWebhooks }),
  standIn(custody, { storageUse: async (_input, { tenant }) => proofsOf(tenant) }),
  standIn(files, { storageUse: async () => ({ files: 0, bytes: 0 }) }),
];
