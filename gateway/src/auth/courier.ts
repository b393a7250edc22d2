/** Adds what the credential says of the caller to an action's input: its driver, its scopes. */
import { takesHeldScopes } from '@svc/contracts';
import type { JsonObject } from '@svc/kit/json';
import type { FastifyRequest } from 'fastify';
import type { ActionRoute } from '../endpoint/route.ts';
import type { ApiCaller } from './caller.ts';

/**
 * A courier's device reads and moves the jobs of its driver; the desk (`ops:dispatch`) moves any,
 * where the endpoint is for both.
 */
export function withCourier(input: JsonObject, route: ActionRoute, caller: ApiCaller): JsonObject {
  if (!isForCouriers(route)) return input;
  const { courier_id: _forged, device: _unchecked, ...changed } = input;
  return isForDesk(route) && caller.scopes.has('ops:dispatch')
    ? changed
    : { ...changed, courier_id: caller.driverId };
}

/** Scopes of the token, which may carry fewer than its client has. */
export function withHeldScopes(
  input: JsonObject,
  { contract }: ActionRoute,
  { scopes }: ApiCaller,
): JsonObject {
  return takesHeldScopes(contract) ? { ...input, held_scopes: [...scopes] } : input;
}

export function callerOf({ caller, routeLabel }: FastifyRequest): ApiCaller {
  if (!caller) throw new Error(`${routeLabel} was reached without a caller`);
  return caller;
}

const isForDesk = ({ access }: ActionRoute): boolean =>
  'scopes' in access && access.scopes.includes('ops:dispatch');

/** A courier's device signs what its contract may refuse for want of a signature. */
export const isSignedByDevices = ({ contract }: ActionRoute): boolean =>
  contract.refusals.includes('device_signature_required');

/** A courier may ask it, about the jobs of its own driver only. */
const isForCouriers = ({ access }: ActionRoute): boolean =>
  'scopes' in access && access.scopes.includes('ops:courier');
