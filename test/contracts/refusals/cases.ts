/** Which refusals there are, and which of them are made to happen where. */
import { type ErrorCode, errors } from '@svc/contracts';
import type { ApiEnvironment } from '@svc/gateway';
import { codesOf } from '@svc/gateway/docs/refusals';
import type { Answer } from '../../journeys/http.ts';
import type { Attempt } from '../endpoints/endpoint.ts';
import { makeTarget, refusals } from '../endpoints/index.ts';
import { kindOf } from '../kinds.ts';
import { type ActionRoute, actionsOf, lineTo, localsOf, requestFor } from '../requests.ts';
import type { Stand } from '../stand.ts';
import { barriers } from './before-rules.ts';

export const environments: readonly ApiEnvironment[] = ['live', 'sandbox'];

const elsewhere: readonly ErrorCode[] = [
  // Need a gateway or services in a special state: faults.test.ts.
  ...(['rate_limited', 'unavailable', 'internal'] as const),
  // Tried at an endpoint of each kind, too: access/credentials.test.ts.
  ...(['missing_api_key', 'invalid_api_key', 'live_key_on_sandbox', 'invalid_token'] as const),
  ...(['insufficient_scope', 'token_required'] as const),
];

/** No path leads there, so no endpoint of the table declares them: gateway/test/. */
const beyondTable: readonly ErrorCode[] = ['not_found', 'method_not_allowed'];

/** In the catalogue, but declared by no endpoint yet; with the first that does, its entry goes. */
export const unused: Partial<Record<ErrorCode, string>> = {
  unknown_person: 'people sign in to the desk, past the gateway',
  invitation_over: 'invitations are accepted at the desk, past the gateway',
  invitation_for_other_address: 'invitations are accepted at the desk, past the gateway',
  identity_bound: 'invitations are accepted at the desk, past the gateway',
  log_rolled_back: 'the log is resumed by the operator, past the gateway',
  log_origin_used: 'the log is started by the operator, past the gateway',
  username_taken: 'wholesalers are entered by the operator, past the gateway',
  too_many_templates: 'templates of bookings are kept in the portal, past the gateway',
  address_taken: 'addresses of wholesalers are entered by the operator, past the gateway',
};

export interface Case {
  route: ActionRoute;
  code: ErrorCode;
  /** Declared by the action; others are refused by the gateway or the kit before the action runs. */
  isOwn: boolean;
  /** Absent when `endpoints/` does not say how it comes about. */
  produce: ((stand: Stand) => Promise<Answer>) | undefined;
}

/** Every code that an action's endpoint declares, but for those of `elsewhere`. */
export function casesOf(environment: ApiEnvironment): Case[] {
  return actionsOf(environment).flatMap((route) =>
    codesOf(route, environment)
      .filter((code) => !elsewhere.includes(code))
      .map((code) => ({ route, code, ...producer(route, code) })),
  );
}

/** One case of each kind of endpoint and each code that is refused before the action runs. */
export function barrierCases(environment: ApiEnvironment): Map<string, Case[]> {
  const kinds = new Map<string, Case[]>();
  for (const each of casesOf(environment).filter(({ isOwn }) => !isOwn)) {
    const cases = kinds.get(kindOf(each.route)) ?? [];
    if (cases.every(({ code }) => code !== each.code)) cases.push(each);
    kinds.set(kindOf(each.route), cases);
  }
  return kinds;
}

export const nameOf = ({ operationId }: ActionRoute, code: ErrorCode) => `${operationId} ${code}`;

function producer(route: ActionRoute, code: ErrorCode): Pick<Case, 'isOwn' | 'produce'> {
  const isOwn = [route, ...route.representations].some(({ contract }) =>
    contract.refusals.includes(code),
  );
  const own = refusals[nameOf(route, code)] ?? (isOwn ? refusals[code] : undefined);
  const rule = own ?? (isOwn ? absentOf(route, code) : undefined);
  if (typeof rule === 'function') return { isOwn: true, produce: rule };
  if (rule) return { isOwn: true, produce: (stand) => attempt(stand, route, rule) };
  const barrier = isOwn ? undefined : barriers[code];
  return { isOwn, produce: barrier && ((stand) => barrier(stand, route)) };
}

/** An id that nothing has, and that is a member of every object. */
const absentOf = ({ pathNames }: ActionRoute, code: ErrorCode): Attempt | undefined =>
  pathNames.length > 0 && errors[code].status === 404 ? { at: async () => '__proto__' } : undefined;

async function attempt(stand: Stand, route: ActionRoute, rule: Attempt): Promise<Answer> {
  const actor = await stand.actor();
  const send = rule.as ? await rule.as(stand) : actor.send;
  const target = await (rule.at ?? ((owner) => makeTarget(route.path, owner)))(actor);
  const changed = typeof rule.body === 'function' ? await rule.body(actor) : rule.body;
  const replaced = typeof rule.send === 'function' ? await rule.send(actor) : rule.send;
  const sendOnce = () => {
    const example = requestFor(route, actor);
    const body = changed && { body: { ...Object(example.body), ...changed } };
    return send(lineTo(route, target), { ...example, ...body, ...replaced });
  };
  for (let sent = 1; sent < (rule.times ?? 1); sent += 1) await sendOnce();
  return sendOnce();
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
