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
import type { Tracer } from '@svc/kit/tracer';
import type { Transport } from '@svc/kit/transport';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { z } from 'zod';
import type { ApiEnvironment, GatewayConfig } from '../config.ts';
import type { SendProblem } from '../http/problem.ts';
import {
  type BodyKind,
  hasFurtherInputs,
  signedBytesMax,
  type UploadKind,
  usualBytesMax,
} from './bodies.ts';
import type { Draw, Representation } from './representation.ts';
import type { Tag } from './tags.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `public` names the budget of its unauthenticated callers: `api` 60, `page` 600 a minute. */
export type Access =
  /** Any one of the scopes suffices; the first is named in the problem. */
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
  method: HttpMethod;
  /** With `{name}` for parameters, without the version prefix. */
  path: string;
  environments: readonly ApiEnvironment[];
  access: Access;
  status: number;
  tag: Tag;
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
  /** Of a body that is no upload. */
  bodyBytesMax: number;
  /** Schema of a signed body: the action gets its bytes, and parses them itself. */
  signedBody?: z.ZodType;
  representations: readonly Representation[];
  /** A JSON body that works. */
  example?: unknown;
  idempotency: 'required' | 'accepted' | 'none';
  /** Sandbox: a header may select the scenario of the test job. */
  hasScenario?: boolean;
}

export interface LocalRoute extends RouteBase {
  kind: 'local';
  /** Served without the version prefix. */
  root: boolean;
  /** Its last parameter takes all that is left of the path. */
  hasTail?: true;
  /** For the visitors of pages alone: not in the OpenAPI document. */
  isPageOnly?: true;
  handle: (gateway: Gateway) => RouteHandlerMethod;
  /** More than one where the request selects the form. */
  mediaType: string | readonly string[];
  response?: z.ZodType;
  form?: z.ZodObject;
  /** JSON instead, of an OAuth endpoint: members that it does not know are ignored. */
  metadata?: z.ZodObject;
  refusals: readonly ErrorCode[];
  /** A stream that goes on after the message that `Last-Event-ID` names. */
  isResumable?: true;
  /** Answered however many requests are in flight. */
  isNeverShed?: boolean;
}

export type GatewayRoute = ActionRoute | LocalRoute;

/** Context of every handler. */
export interface Gateway {
  config: GatewayConfig;
  transport: Transport;
  storage: Storage;
  clock: Clock;
  log: Logger;
  metrics?: Metrics | undefined;
  tracer?: Tracer | undefined;
  /** The endpoints of this environment. */
  routes: readonly GatewayRoute[];
  sendProblem: SendProblem;
  /** Whether the credential of a request that was let in was revoked, replaced or has expired since. */
  hasEnded(request: FastifyRequest): Promise<boolean>;
  draw: Draw;
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
  environments: readonly ApiEnvironment[];
  scope: Scope | readonly [Scope, ...Scope[]];
  tag: Tag;
}

type QueryOf<C extends Contract, A, P extends string> = Partial<
  Record<Exclude<FieldsOf<C, A>, PathNames<P>>, QueryKind>
>;

interface ReadShape<C extends Contract, A, P extends string> extends Placed {
  path: KnownPath<C, A, P>;
  /** API keys may call it on the live API. */
  keyAllowed?: boolean;
  query?: QueryOf<C, A, P>;
  representations?: readonly Representation[];
}

interface ChangeShape<C extends Contract, A, P extends string> extends Placed {
  method: Exclude<HttpMethod, 'GET'>;
  path: KnownPath<C, A, P>;
  status: number;
  keyRequired?: boolean;
  hasScenario?: boolean;
  bodyBytesMax?: number;
}

interface UploadShape<C extends Contract, A, P extends string> extends Placed {
  method: 'POST' | 'PUT';
  path: In<C, A> extends { storage_key: string; media_type: string } ? KnownPath<C, A, P> : never;
  status: number;
  query?: QueryOf<C, A, P>;
  /** Media types of the body; images by default. */
  body?: UploadKind;
  keyAllowed?: boolean;
  example?: unknown;
}

export const bothEnvironments = ['live', 'sandbox'] as const satisfies readonly ApiEnvironment[];
export const liveOnly = ['live'] as const satisfies readonly ApiEnvironment[];

export function read<C extends Contract, A extends NamesOf<C, Query>, const P extends string>(
  contract: C,
  action: A,
  shape: ReadShape<C, A, P>,
): ActionRoute {
  const { scope, keyAllowed = false, query, representations = [], ...described } = shape;
  return {
    kind: 'action',
    ...described,
    method: 'GET',
    access: { scopes: listed(scope), keyAllowed },
    status: 200,
    ...target(contract, action),
    pathNames: pathNames(shape.path),
    query: { ...query },
    representations,
    body: 'none',
    bodyBytesMax: usualBytesMax,
    idempotency: 'none',
  };
}

export function change<C extends Contract, A extends NamesOf<C, Command>, const P extends string>(
  contract: C,
  action: A,
  shape: ChangeShape<C, A, P>,
): ActionRoute {
  const { scope, keyRequired = false, bodyBytesMax = usualBytesMax, ...described } = shape;
  const operation = target(contract, action);
  const names = pathNames(shape.path);
  return {
    kind: 'action',
    ...described,
    bodyBytesMax,
    access: { scopes: listed(scope), keyAllowed: false },
    ...operation,
    pathNames: names,
    query: {},
    representations: [],
    body: hasFurtherInputs(operation.contract.input, names) ? 'json' : 'none',
    idempotency: keyRequired ? 'required' : 'accepted',
    example: bodyOf(operation.contract, names),
  };
}

/** Body part of an action's example. */
function bodyOf(contract: Command | Query, names: readonly string[]): unknown {
  if (contract.kind === 'query' || contract.example === undefined) return undefined;
  const fields = Object.entries(Object(contract.example));
  return Object.fromEntries(fields.filter(([name]) => !names.includes(name)));
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
    representations: [],
    body,
    bodyBytesMax: usualBytesMax,
    idempotency: 'accepted',
  };
}

interface SignedShape<C extends Contract, A, P extends string> extends Placed {
  path: In<C, A> extends SignedInput ? KnownPath<C, A, P> : never;
  status: number;
  signedBody: z.ZodType;
  example: unknown;
}
/** Input of an action with a signed body, which is passed in base64. */
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
    representations: [],
    body: 'signed',
    bodyBytesMax: signedBytesMax,
    idempotency: 'accepted',
  };
}

const listed = (scope: Placed['scope']): readonly [Scope, ...Scope[]] =>
  typeof scope === 'string' ? [scope] : scope;

function target(contract: Contract, action: string) {
  const declared = contract.actions[action];
  if (!declared) throw new Error(`${contract.name} has no action ${action}`);
  return { service: contract.name, action, contract: declared };
}

export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? []);
