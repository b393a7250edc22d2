/** Custody chains of jobs, as a client gets them. */
import { until } from '@svc/devnet';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { chainFault } from '@svc/proof/verify/chain';
import { decodeJwt } from 'jose';
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

const signedChain = z.looseObject({ cold_chain: z.looseObject({}) });
const withColdChain = z.looseObject({
  cold_chain: z.looseObject({ certificate: signedChain, certificate_jws: z.string() }),
});

/** The earlier version leaves out members of a cold chain that it does not know; the signature has all. */
function asSigned(whole: z.output<typeof bundle>): unknown {
  const { data } = withColdChain.safeParse(whole);
  if (!data) return whole;
  const { certificate, certificate_jws } = data.cold_chain;
  const { cold_chain } = signedChain.parse(decodeJwt(certificate_jws));
  expect(cold_chain).toMatchObject(certificate.cold_chain);
  return {
    ...whole,
    cold_chain: { ...data.cold_chain, certificate: { ...certificate, cold_chain } },
  };
}

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
    const verdict = await verifyBundle(asSigned(whole), { jwks });
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
