/** Which refusals there are, and which of them are made to happen where. */
import { type ErrorCode, errors } from '@svc/contracts';
import type { ApiEnvironment } from '@svc/gateway';
import { codesOf } from '@svc/gateway/docs/refusals';
import type { Answer } from '../../journeys/http.ts';
import { refusals } from '../endpoints/index.ts';
import { type ActionRoute, actionsOf, localsOf } from '../requests.ts';
import type { Stand } from '../stand.ts';
import { barriers } from './before-rules.ts';

export const environments: readonly ApiEnvironment[] = ['live', 'sandbox'];

/** Need a gateway or services in a special state: faults.test.ts. */
const elsewhere: readonly ErrorCode[] = ['rate_limited', 'unavailable', 'internal'];

/** No path leads there, so no endpoint of the table declares them: refusals.test.ts. */
const beyondTable: readonly ErrorCode[] = ['not_found', 'method_not_allowed'];

/** In the catalogue, but declared by no endpoint yet; with the first that does, its entry goes. */
export const unused: Partial<Record<ErrorCode, string>> = {
  unknown_person: 'people sign in to the desk, past the gateway',
  invitation_over: 'invitations are accepted at the desk, past the gateway',
  invitation_for_other_address: 'invitations are accepted at the desk, past the gateway',
  identity_bound: 'invitations are accepted at the desk, past the gateway',
  log_rolled_back: 'the log is resumed by the operator, past the gateway',
  log_origin_used: 'the log is started anew by the operator, past the gateway',
  username_taken: 'wholesalers are entered by the operator, past the gateway',
  address_taken: 'addresses of wholesalers are entered by the operator, past the gateway',
};

export interface Case {
  route: ActionRoute;
  code: ErrorCode;
  /** Absent when nobody has written down yet how it comes about. */
  produce: ((stand: Stand) => Promise<Answer>) | undefined;
}

/** Every code that an action's endpoint declares, but for those of `elsewhere`. */
export function casesOf(environment: ApiEnvironment): Case[] {
  return actionsOf(environment).flatMap((route) =>
    codesOf(route, environment)
      .filter((code) => !elsewhere.includes(code))
      .map((code) => ({ route, code, produce: producer(route, code) })),
  );
}

export const nameOf = ({ operationId }: ActionRoute, code: ErrorCode) => `${operationId} ${code}`;

function producer(route: ActionRoute, code: ErrorCode): Case['produce'] {
  const rule = refusals[nameOf(route, code)];
  if (rule) return rule;
  // A code that the action declares itself needs a case of its own, not a barrier of all endpoints.
  const barrier = route.contract.refusals.includes(code) ? undefined : barriers[code];
  return barrier && ((stand) => barrier(stand, route));
}

/** Declared refusals that no test makes happen. */
export const missing = (cases: readonly Case[]): string[] =>
  cases.filter(({ produce }) => !produce).map(({ route, code }) => nameOf(route, code));

/** Refusals of the public pages and files for a dead link. */
export const dead = (environment: ApiEnvironment) =>
  localsOf(environment).flatMap((route) =>
    route.refusals
      .filter((code) => errors[code].status === 404)
      .map((code) => ({ route, code }) as const),
  );

/** Codes of the catalogue that no test makes happen and nobody has excused. */
export function untested(cases: readonly Case[]): string[] {
  const ofLinks = environments.flatMap((each) => dead(each).map(({ code }) => code));
  const ofActions = cases.map(({ code }) => code);
  const tested = new Set<string>([...elsewhere, ...beyondTable, ...ofLinks, ...ofActions]);
  return Object.keys(errors).filter((code) => !tested.has(code) && !(code in unused));
}
