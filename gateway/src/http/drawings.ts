/**
 * Documents that the gateway draws itself: they take it up to 178 ms of CPU (PDF of 99 labels, November
 * 2026), a request for JSON about 1. So they count by their cost, and two at a time of a tenant are drawn.
 */
import { addressGroup, callerAddress } from '@svc/kit/limits/address';
import type { FastifyRequest } from 'fastify';
import type { Gateway } from '../endpoint/route.ts';
import { unavailable } from '../problem/problem.ts';
import { type AuthorizationParts, rateLimited } from './authorize.ts';

const atOnceMax = 2;

export function createDrawings({
  limitRate,
  trustedProxies,
}: Pick<AuthorizationParts, 'limitRate' | 'trustedProxies'>): Gateway['draw'] {
  const ofTenants = new Map<string, number>();
  const refusalOf = async ({ caller, raw }: FastifyRequest, cost: number) => {
    const address = () => addressGroup(callerAddress(raw, trustedProxies));
    for (let unit = 1; caller && unit < cost; unit += 1) {
      const state = await limitRate(caller, address);
      if (!state) return unavailable();
      if (!state.admitted) return rateLimited(state, state.counted);
    }
    return undefined;
  };
  return async (request, cost, draw) => {
    const tenant = request.caller?.tenant ?? '';
    const running = ofTenants.get(tenant) ?? 0;
    if (running >= atOnceMax) return { problem: unavailable() };
    ofTenants.set(tenant, running + 1);
    try {
      const problem = await refusalOf(request, cost);
      return problem ? { problem } : { drawn: await draw() };
    } finally {
      const left = (ofTenants.get(tenant) ?? 1) - 1;
      if (left > 0) ofTenants.set(tenant, left);
      else ofTenants.delete(tenant);
    }
  };
}
