/**
 * How an endpoint is declared. Handler, scope check, OpenAPI, docs page and tests follow from it.
 *
 * Terms
 * - **read**: a GET that asks a query of a contract.
 * - **change**: any other method; asks a command, so it takes an Idempotency-Key.
 * - **upload**: a change whose body is an image or a feed; its bytes go to file storage, its key to the action.
 * - **signed change**: its body goes to the action as it came, with the headers that sign it.
 * - **local route**: answered by the gateway itself: health, token endpoint, pages, files.
 */
import type { Command, Contract, ErrorCode, Query, RequestOf, Scope } from '@svc/contracts';
import type { Clock } from '@svc/kit/clock';
import type { Logger } from '@svc/kit/log';
import type { Metrics } from '@svc/kit/metrics';
import type { Storage } from '@svc/kit/storage';
import type { Transport } from '@svc/kit/transport';
import type { RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import type { Environment, GatewayConfig } from '../config.ts';
import type { SendProblem } from '../http/problem.ts';
import type { BodyKind, UploadKind } from './bodies.ts';
import type { Form } from './form.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `public` names the budget of its unauthenticated callers: `api` 60, `page` 600 a minute. */
export type Access =
  /** Any one of the scopes suffices; the first is the one to ask for. */
  { scopes: readonly [Scope, ...Scope[]]; keyAllowed: boolean } | { public: 'api' | 'page' };

export interface Deprecation {
  since: Date;
  sunset: Date;
  /** Path or URL of what to use instead. */
  successor: string;
}

interface Described {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: Deprecation;
}

interface RouteBase extends Described {
  method: Method;
  /** With `{name}` for parameters, without the version prefix. */
  path: string;
  environments: readonly Environment[];
  access: Access;
  status: number;
  tag: string;
}

export type QueryKind = 'string' | 'integer' | 'boolean';
export interface ActionRoute extends RouteBase {
  kind: 'action';
  service: string;
  action: string;
  /** The contract's own declaration: schemas and refusals for the documentation. */
  contract: Command | Query;
  pathNames: readonly string[];
  query: Readonly<Record<string, QueryKind>>;
  body: BodyKind;
  /** What a signed body holds: the action gets its bytes, and reads them itself. */
  signedBody?: z.ZodType;
  forms: readonly Form[];
  example?: unknown;
  idempotency: 'required' | 'accepted' | 'none';
  /** Test jobs of the sandbox may ask for a scenario there. */
  takesScenario?: boolean;
}

export interface LocalRoute extends RouteBase {
  kind: 'local';
  /** Served beside the version prefix, not under it. */
  root: boolean;
  handle: (gateway: Gateway) => RouteHandlerMethod;
  /** More than one where what is asked for decides. */
  mediaType: string | readonly string[];
  response?: z.ZodType;
  form?: z.ZodObject;
  refusals: readonly ErrorCode[];
}

export type Route = ActionRoute | LocalRoute;

/** What every handler may use. */
export interface Gateway {
  config: GatewayConfig;
  transport: Transport;
  storage: Storage;
  clock: Clock;
  log: Logger;
  metrics?: Metrics | undefined;
  /** The endpoints of this environment. */
  routes: readonly Route[];
  sendProblem: SendProblem;
  /** Runs when the gateway stops, before it waits for open requests. */
  onStop(stop: () => void): void;
}

type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;
type NamesOf<C extends Contract, Kind> = {
  [N in keyof C['actions'] & string]: C['actions'][N] extends Kind ? N : never;
}[keyof C['actions'] & string];
type In<C extends Contract, A> = RequestOf<
  C['actions'][A & keyof C['actions']] & (Command | Query)
>;
type FieldsOf<C extends Contract, A> = keyof In<C, A> & string;
/** Unsatisfiable when a `{parameter}` of the path is not a field of the action's input. */
type KnownPath<C extends Contract, A, P extends string> =
  PathNames<P> extends FieldsOf<C, A> ? P : never;

interface Placed extends Described {
  environments: readonly Environment[];
  scope: Scope | readonly [Scope, ...Scope[]];
  tag: string;
}

type QueryOf<C extends Contract, A, P extends string> = Partial<
  Record<Exclude<FieldsOf<C, A>, PathNames<P>>, QueryKind>
>;

interface ReadShape<C extends Contract, A, P extends string> extends Placed {
  path: KnownPath<C, A, P>;
  /** API keys may call it on the live API. */
  keyAllowed?: boolean;
  query?: QueryOf<C, A, P>;
  forms?: readonly Form[];
}

/** Over each member of a union by itself. */
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

interface ChangeShape<C extends Contract, A, P extends string> extends Placed {
  method: Exclude<Method, 'GET'>;
  path: KnownPath<C, A, P>;
  status: number;
  /** A body that works; absent where the endpoint takes none. */
  example?: Without<In<C, A>, PathNames<P> | 'courier_id'>;
  keyRequired?: boolean;
  takesScenario?: boolean;
}

interface UploadShape<C extends Contract, A, P extends string> extends Placed {
  method: 'POST' | 'PUT';
  path: In<C, A> extends { storage_key: string; media_type: string } ? KnownPath<C, A, P> : never;
  status: number;
  query?: QueryOf<C, A, P>;
  /** What the body is: an image unless it says otherwise. */
  body?: UploadKind;
  keyAllowed?: boolean;
  /** A JSON body that works. */
  example?: unknown;
}

export const bothEnvironments = ['live', 'sandbox'] as const satisfies readonly Environment[];
export const liveOnly = ['live'] as const satisfies readonly Environment[];

export function read<C extends Contract, A extends NamesOf<C, Query>, const P extends string>(
  contract: C,
  action: A,
  shape: ReadShape<C, A, P>,
): ActionRoute {
  const { scope, keyAllowed = false, query, forms = [], ...described } = shape;
  return {
    kind: 'action',
    ...described,
    method: 'GET',
    access: { scopes: listed(scope), keyAllowed },
    status: 200,
    ...target(contract, action),
    pathNames: pathNames(shape.path),
    query: { ...query },
    forms,
    body: 'none',
    idempotency: 'none',
  };
}

export function change<C extends Contract, A extends NamesOf<C, Command>, const P extends string>(
  contract: C,
  action: A,
  shape: ChangeShape<C, A, P>,
): ActionRoute {
  const { scope, keyRequired = false, ...described } = shape;
  const asked = target(contract, action);
  const names = pathNames(shape.path);
  return {
    kind: 'action',
    ...described,
    access: { scopes: listed(scope), keyAllowed: false },
    ...asked,
    pathNames: names,
    query: {},
    forms: [],
    body: takesMore(asked.contract.input, names) ? 'json' : 'none',
    idempotency: keyRequired ? 'required' : 'accepted',
  };
}

export function upload<C extends Contract, A extends NamesOf<C, Command>, const P extends string>(
  contract: C,
  action: A,
  shape: UploadShape<C, A, P>,
): ActionRoute {
  const { scope, query, body = 'image', keyAllowed = false, ...described } = shape;
  return {
    kind: 'action',
    ...described,
    access: { scopes: listed(scope), keyAllowed },
    ...target(contract, action),
    pathNames: pathNames(shape.path),
    query: { ...query },
    forms: [],
    body,
    idempotency: 'accepted',
  };
}

interface SignedShape<C extends Contract, A, P extends string> extends Placed {
  path: In<C, A> extends SignedInput ? KnownPath<C, A, P> : never;
  status: number;
  signedBody: z.ZodType;
  example: unknown;
}
/** What the action of a signed change gets; the body in base64. */
export interface SignedInput {
  client_id: string;
  timestamp: string;
  signature: string;
  body: string;
}

export function signed<C extends Contract, A extends NamesOf<C, Command>, const P extends string>(
  contract: C,
  action: A,
  shape: SignedShape<C, A, P>,
): ActionRoute {
  const { scope, ...described } = shape;
  return {
    kind: 'action',
    ...described,
    method: 'POST',
    access: { scopes: listed(scope), keyAllowed: false },
    ...target(contract, action),
    pathNames: pathNames(shape.path),
    query: {},
    forms: [],
    body: 'signed',
    idempotency: 'accepted',
  };
}

const listed = (scope: Placed['scope']): readonly [Scope, ...Scope[]] =>
  typeof scope === 'string' ? [scope] : scope;

/** Whether the action asks for anything that the path does not say. */
const takesMore = (input: z.ZodType, names: readonly string[]): boolean =>
  !(input instanceof z.ZodObject) || Object.keys(input.shape).some((name) => !names.includes(name));

function target(contract: Contract, action: string) {
  const declared = contract.actions[action];
  if (!declared) throw new Error(`${contract.name} has no action ${action}`);
  return { service: contract.name, action, contract: declared };
}

export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? []);

/** A courier may ask it, about the jobs of its own driver only. */
export const isForCouriers = ({ access }: Route): boolean =>
  'scopes' in access && access.scopes.includes('ops:courier');
