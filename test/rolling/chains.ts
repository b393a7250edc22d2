/** Custody chains of jobs, as a client gets them. */
import { until } from '@svc/devnet';
import { verifyBundle } from '@svc/verify/bundle';
import { chainFault } from '@svc/verify/chain';
import { expect } from 'vitest';
import { z } from 'zod';
import { resource } from '../journeys/http.ts';
import type { Tenant } from '../journeys/tenants.ts';
import type { WatchedStage } from './watched-stage.ts';

/** As much as every version answers. */
const bundle = z.looseObject({ certificate: z.unknown() });
const chain = z.object({
  job_id: z.string(),
  chain_hash: z.string(),
  events: z.array(z.unknown()),
});

/** Bundles of delivered jobs verify under the keys that the carrier publishes. */
export async function expectBundles(
  { publicUrl }: WatchedStage,
  { send }: Tenant,
  delivered: readonly string[],
): Promise<void> {
  const keys = await fetch(`${publicUrl}/.well-known/certificate-keys.json`);
  const jwks = JSON.parse(await keys.text());
  for (const id of delivered) {
    const whole = await until(
      async () => {
        const found = resource(await send(`GET /jobs/${id}/custody/bundle`), 200, bundle);
        return found.certificate ? found : undefined;
      },
      { timeoutMs: 60_000, everyMs: 250, what: `the certificate of ${id}` },
    );
    const verdict = await verifyBundle(whole, { jwks });
    const certificate = { signature: 'ok', matches_chain: true };
    expect(verdict).toMatchObject({ certificate, faults: [] });
    // The certificate of the cold chain comes minutes later.
    expect(['verified', 'cold_chain_not_shown']).toContain(verdict.outcome);
  }
}

export async function expectChains({ send }: Tenant, jobs: readonly string[]): Promise<void> {
  for (const id of jobs) {
    const record = resource(await send(`GET /jobs/${id}/custody`), 200, chain);
    expect([id, chainFault(record)]).toEqual([id, undefined]);
  }
}
