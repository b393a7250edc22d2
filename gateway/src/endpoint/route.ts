/**
 * How an endpoint is declared. Handler, scope check, OpenAPI, docs page and tests follow from it.
 *
 * Terms
 * - **read**: a GET that asks a query of a contract.
 * - **change**: any other method; asks a command, so it takes an Idempotency-Key.
 * - **upload**: a change whose body is an image or a feed; its bytes go to file storage, its key to the action.
 * - **signed change**: its body goes to the action as it came, with the headers that sign it.
 * - **forwarded change**: the same without a signature, in the format of another system.
 * - **local route**: answered by the gateway itself: health, token endpoint, pages, files.
 */
import type { Command, ErrorCode, Query, Scope } from '@svc/contracts';
import type { Clock } from '@svc/kit/clock';
import type { Logger } from '@svc/kit/log';
import type { Metrics } from '@svc/kit/metrics';
import type { Storage } from '@svc/kit/storage';
import type { Tracer } from '@svc/kit/tracer';
import type { Transport } from '@svc/kit/transport';
import type { MapArchive } from '@svc/web/map/archive';
import type { MapGround } from '@svc/web/map/figure';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { z } from 'zod';
import type { Brand } from '../brand/brand.ts';
import type { ApiEnvironment, GatewayConfig } from '../config.ts';
import type { SendProblem } from '../problem/problem.ts';
import type { BodyKind } from './bodies.ts';
import type { Draw, Representation } from './representation.ts';
import type { Tag } from './tags.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `public` names the budget of its unauthenticated callers: `api` 60, `page` 600 a minute. */
export type Access =
  /** Any one of the scopes suffices; the problem names the first. */
  { scopes: readonly [Scope, ...Scope[]]; keyAllowed: boolean } | { public: 'api' | 'page' };

export interface Deprecation {
  since: Date;
  sunset: Date;
  /** Path or URL of the successor. */
  successor: string;
}

export interface Described {
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
  /** Schema of a signed or forwarded body; the action receives the raw bytes and parses them. */
  rawBody?: z.ZodType;
  representations: readonly Representation[];
  /** A JSON body that the endpoint accepts. */
  example?: unknown;
  idempotency: 'required' | 'accepted' | 'none';
  /** Sandbox: a header may select the scenario of the test job. */
  hasScenario?: boolean;
}

export interface LocalRoute extends RouteBase {
  kind: 'local';
  /** Served without the version prefix. */
  root: boolean;
  /** The last parameter matches the rest of the path. */
  hasTail?: true;
  /** For page visitors only: excluded from the OpenAPI document. */
  isPageOnly?: true;
  handle: (gateway: Gateway) => RouteHandlerMethod;
  /** More than one if the request selects the form. */
  mediaType: string | readonly string[];
  response?: z.ZodType;
  form?: z.ZodObject;
  /** JSON body of an OAuth endpoint: unknown members are ignored. */
  metadata?: z.ZodObject;
  refusals: readonly ErrorCode[];
  /** A stream that resumes after the message named by `Last-Event-ID`. */
  isResumable?: true;
  /** Exempt from the limit on requests in flight. */
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
  /** Routes of the live environment, for the hint on an unknown sandbox path. */
  liveRoutes: readonly GatewayRoute[];
  sendProblem: SendProblem;
  /** Whether the credential of an accepted request was revoked, replaced or has expired since. */
  hasEnded(request: FastifyRequest): Promise<boolean>;
  draw: Draw;
  /** Name, colour and logo on public pages. */
  brand: Brand;
  /** Below the marks of maps. */
  mapGround: MapGround;
  mapArchive: MapArchive | undefined;
  /** Runs when the gateway stops, before it waits for open requests. */
  onStop(stop: () => void): void;
}
