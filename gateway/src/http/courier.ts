/** What the gateway itself says of a caller in an action's input. */
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import { type ActionRoute, isForCouriers } from '../routes/route.ts';
import type { JsonObject } from './body.ts';

/** Members of an input that no body may set. */
export const reservedNames: readonly string[] = ['courier_id', 'scenario'];

/** A courier's device moves the jobs of its driver; the desk (`ops:dispatch`) moves any. */
export function withCourier(input: JsonObject, route: ActionRoute, caller: Caller): JsonObject {
  if (!isForCouriers(route)) return input;
  const { courier_id: _forged, ...asked } = input;
  return caller.scopes.has('ops:dispatch') ? asked : { ...asked, courier_id: caller.driverId };
}

export function callerOf({ caller, routeLabel }: FastifyRequest): Caller {
  if (!caller) throw new Error(`${routeLabel} was reached without a caller`);
  return caller;
}
