/** Declares endpoints that call an action; a mismatch with its contract does not compile. */
import type { Command, Contract, Query, RequestOf, Scope } from '@svc/contracts';
import type { z } from 'zod';
import type { ApiEnvironment } from '../config.ts';
import {
  hasFurtherInputs,
  reservedNames,
  signedBytesMax,
  type UploadKind,
  usualBytesMax,
} from './bodies.ts';
import type { Representation } from './representation.ts';
import type { ActionRoute, Described, HttpMethod, QueryKind } from './route.ts';
import type { Tag } from './tags.ts';

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
  /** Whether API keys may call it on the live API. */
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
  return Object.fromEntries(
    fields.filter(([name]) => ![...names, ...reservedNames].includes(name)),
  );
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

interface RawShape<C extends Contract, A, P extends string, Input> extends Placed {
  path: In<C, A> extends Input ? KnownPath<C, A, P> : never;
  status: number;
  rawBody: z.ZodType;
  example: unknown;
}
/** Input of an action with a forwarded body; the body is passed in base64. */
export interface ForwardedInput {
  client_id: string;
  body: string;
}
export interface SignedInput extends ForwardedInput {
  timestamp: string;
  signature: string;
}

export const signed = <C extends Contract, A extends NamesOf<C, Command>, const P extends string>(
  contract: C,
  action: A,
  shape: RawShape<C, A, P, SignedInput>,
): ActionRoute => raw(target(contract, action), { ...shape, body: 'signed', keyAllowed: false });

/** A system that cannot fetch tokens sends a key. */
export const forwarded = <
  C extends Contract,
  A extends NamesOf<C, Command>,
  const P extends string,
>(
  contract: C,
  action: A,
  shape: RawShape<C, A, P, ForwardedInput>,
): ActionRoute => raw(target(contract, action), { ...shape, body: 'forwarded', keyAllowed: true });

type RawRoute = Placed & Pick<ActionRoute, 'path' | 'status' | 'rawBody' | 'example' | 'body'>;

function raw(
  operation: ReturnType<typeof target>,
  { scope, keyAllowed, ...described }: RawRoute & { keyAllowed: boolean },
): ActionRoute {
  return {
    kind: 'action',
    ...described,
    method: 'POST',
    access: { scopes: listed(scope), keyAllowed },
    ...operation,
    pathNames: pathNames(described.path),
    query: {},
    representations: [],
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
