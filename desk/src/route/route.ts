/**
 * How pages and forms are declared. Handlers, rights, navigation and the loops of tests follow.
 *
 * Terms
 * - **page**: a GET that asks queries of contracts and shows what they answer.
 * - **download**: a GET that answers a file, to be saved under its name.
 * - **form**: a POST that sends one command of a contract, once per idempotency key.
 * - **home of a form**: the page that shows it, and its refusal with the values that were entered.
 * - **access**: a scope of the person's role, or `signed_in` for everybody with a session.
 */
import {
  type Command,
  type Contract,
  type ErrorCode,
  type OutputOf,
  type Person,
  type RequestOf,
  type Scope,
  takesHeldScopes,
} from '@svc/contracts';
import type { Clients, Contracts } from '@svc/kit/client';
import type { Html } from '@svc/web/html';
import type { z } from 'zod';
import { filled, type PathNames } from '../address/path.ts';
import type { Fields } from '../form/field.ts';
import { type FieldValues, schemaOf } from '../form/form-fields.ts';
import type { Entered, FormView } from '../form/form-view.ts';
import { originalsOf } from '../form/originals.ts';
import type { NavEntry } from './nav-entry.ts';
import type { SandboxCaller } from './sandbox-caller.ts';

export type PageAccess = Scope | 'signed_in';

/** Content of a page. */
export interface View {
  title: string;
  body: Html;
  /** A module of ours with relative imports; the page must be complete without it. */
  script?: URL | undefined;
}

/** A request of a signed-in person, as pages and forms meet it. */
export interface Visit {
  person: Person;
  now: Date;
  /** A parameter of the path; the empty text if there is none of that name. */
  param(name: string): string;
  /** Reads the query string; values that do not fit refuse the page unless the schema catches them. */
  query<V>(schema: z.ZodType<V>): V;
  /** Typed calls as this person, into its tenant. */
  clients<Asks extends Contracts>(asks: Asks): Clients<Asks>;
  forms: FormView;
  /** Where browsers reach the desk. */
  deskUrl: string;
  /** Where the documentation is served, if anywhere. */
  docsUrl: string | undefined;
  /** Whether there are tiles to draw below the map. */
  hasTiles: boolean;
  /** Of the person's tenant, on its pages; undefined on live. */
  sandbox: SandboxCaller | undefined;
  /** Id of the newest message of the stream, after which a live page goes on; empty without one. */
  liveLast: string;
}

export interface PageContext<Asks extends Contracts, P extends string>
  extends Omit<Visit, 'param' | 'clients' | 'forms'> {
  param(name: PathNames<P>): string;
  clients: Clients<Asks>;
}

/** Context of `render`, besides its data. */
export type RenderContext = Pick<
  Visit,
  'person' | 'now' | 'forms' | 'deskUrl' | 'docsUrl' | 'hasTiles' | 'sandbox'
>;

interface PageShape<Asks extends Contracts, P extends string, D> {
  path: P;
  access: PageAccess;
  /** Its place in the navigation; pages without one are reached from others. */
  nav?: NavEntry;
  title: string | ((data: D) => string);
  /** The actions it asks: rights on NATS follow. */
  asks: Asks;
  load(context: PageContext<Asks, P>): Promise<D>;
  render(data: D, context: RenderContext): Html;
  script?: URL;
  /** Instead of it where the desk has tiles. */
  tileScript?: URL;
}

interface Placed {
  path: string;
  access: PageAccess;
  /** As `<service>.<action>`. */
  calls: readonly string[];
}

export interface DeskPage extends Placed {
  kind: 'page';
  nav: NavEntry | undefined;
  script: URL | undefined;
  tileScript: URL | undefined;
  show(visit: Visit): Promise<View>;
}

export function page<const Asks extends Contracts, const P extends string, D>(
  shape: PageShape<Asks, P, D>,
): DeskPage {
  const { path, access, nav, asks, script, tileScript } = shape;
  return {
    kind: 'page',
    ...{ path, access, nav, script, tileScript },
    calls: callsOf(asks),
    show: async (visit) => {
      const data = await shape.load({ ...visit, clients: visit.clients(asks) });
      const title = typeof shape.title === 'string' ? shape.title : shape.title(data);
      const body = shape.render(data, visit);
      return { title, body, script: scriptOf({ script, tileScript }, visit.hasTiles) };
    },
  };
}

/** A text, bytes, parts of a text as they are read, or a file of the storage that services and desk share. */
export type Download = { fileName: string; mediaType: string } & (
  | { text: string }
  | { bytes: Buffer }
  | { parts: AsyncIterable<string> }
  | { storageKey: string }
);

export interface DeskDownload extends Placed {
  kind: 'download';
  /** A command, too: a link of another site must not give it in the name of a person. */
  hasEffect: boolean;
  open(visit: Visit): Promise<Download>;
}

export function download<const Asks extends Contracts, const P extends string>(
  shape: Pick<PageShape<Asks, P, Download>, 'path' | 'access' | 'asks' | 'load'>,
): DeskDownload {
  const { path, access, asks } = shape;
  return {
    kind: 'download',
    ...{ path, access },
    hasEffect: Object.values(asks).some(({ actions }) =>
      Object.values(actions).some(({ kind }) => kind === 'command'),
    ),
    calls: callsOf(asks),
    open: (visit) => shape.load({ ...visit, clients: visit.clients(asks) }),
  };
}

type CommandsOf<C extends Contract> = {
  [N in keyof C['actions'] & string]: C['actions'][N] extends Command ? N : never;
}[keyof C['actions'] & string];
type CommandOf<C extends Contract, A> = C['actions'][A & keyof C['actions']] & Command;

/** Content of a submitted form. */
export interface SentForm<F extends Fields, P extends string> {
  fields: FieldValues<F>;
  /** The fields as its page showed them, where the form keeps them. */
  originals: FieldValues<F> | undefined;
  person: Person;
  param(name: PathNames<P>): string;
}

/** A refusal of the command in words for people, and the field that it is about. */
interface FormRefusal {
  text?: string;
  /** Where the refusal itself names none. */
  field?: string;
}
export type FormRefusals = Readonly<Partial<Record<ErrorCode, FormRefusal>>>;

interface FormParts<
  C extends Contract,
  A,
  P extends string,
  F extends Fields,
  Asks extends Contracts,
> {
  path: P;
  access: PageAccess;
  /** In the order of the page. */
  fields?: F;
  /** Rules over several fields. */
  check?(entered: NoInfer<FieldValues<F>>, context: z.RefinementCtx): void;
  /** For a form that sends changed fields alone. */
  keepsOriginals?: boolean;
  /** Queries that the input needs, asked before the command is sent. */
  asks?: Asks;
  input(
    sent: SentForm<F, P>,
    clients: Clients<Asks>,
  ): RequestOf<CommandOf<C, A>> | Promise<RequestOf<CommandOf<C, A>>>;
  /** Only those whose detail speaks to programs, or that name no field. */
  refusals?: FormRefusals;
  /** Path of the page that shows it; its parameters are among the form's. */
  home: string;
}

type Outcome<C extends Contract, A, P extends string, F extends Fields> =
  | {
      /** Where the browser goes when it is done; its home by default. */
      next?: string | ((output: OutputOf<CommandOf<C, A>>, sent: SentForm<F, P>) => string);
      answer?: undefined;
    }
  | {
      next?: undefined;
      /** View of the output, for one with a secret: there is no address to read it at again. */
      answer(output: OutputOf<CommandOf<C, A>>, sent: SentForm<F, P>, context: RenderContext): View;
    };

type FormShape<
  C extends Contract,
  A,
  P extends string,
  F extends Fields,
  Asks extends Contracts,
> = FormParts<C, A, P, F, Asks> & Outcome<C, A, P, F>;

export interface DeskForm<P extends string = string, F extends Fields = Fields> extends Placed {
  kind: 'form';
  path: P;
  fields: F;
  keepsOriginals: boolean;
  service: string;
  action: string;
  home: string;
  refusals: FormRefusals;
  /** Throws a ZodError for entries that do not fit, and what its queries throw. */
  read(entered: Entered, visitor: Visitor): Promise<FormRequest>;
}

/** Sender of a form. */
export type Visitor = Pick<Visit, 'person' | 'param' | 'clients'>;

export interface FormRequest {
  input: RequestOf<Command>;
  /** From the output of the command: where the browser goes, or what it shows. */
  next(output: unknown, context: RenderContext): string | View;
}

export function form<
  C extends Contract,
  A extends CommandsOf<C>,
  const P extends string,
  F extends Fields = Record<never, never>,
  const Asks extends Contracts = Record<never, never>,
>(contract: C, action: A, shape: FormShape<C, A, P, F, Asks>): DeskForm<P, F>;
export function form(
  contract: Contract,
  action: string,
  shape: FormShape<Contract, string, string, Fields, Contracts>,
): DeskForm {
  const { path, access, fields = {}, keepsOriginals = false, home } = shape;
  const { check = () => {}, asks = {}, refusals = {} } = shape;
  const schema = schemaOf(fields).superRefine(check);
  const declared = contract.actions[action];
  if (!declared) throw new Error(`${contract.name} has no action ${action}`);
  return {
    kind: 'form',
    ...{ path, access, fields, keepsOriginals, home, action, refusals, service: contract.name },
    calls: [...callsOf(asks), `${contract.name}.${action}`],
    read: async (entered, { person, param, clients }) => {
      const originals = keepsOriginals ? originalsOf(fields, entered) : undefined;
      const sent = { fields: schema.parse(entered), originals, person, param };
      const input = await shape.input(sent, clients(asks));
      return {
        input: takesHeldScopes(declared)
          ? Object.assign({}, input, { held_scopes: person.scopes })
          : input,
        next: (output, context) => {
          const { next = home, answer } = shape;
          if (answer) return answer(declared.output.parse(output), sent, context);
          if (typeof next === 'string') return filled(next, param);
          return next(declared.output.parse(output), sent);
        },
      };
    },
  };
}

export const scriptOf = (
  { script, tileScript }: Pick<DeskPage, 'script' | 'tileScript'>,
  hasTiles: boolean,
): URL | undefined => (hasTiles ? (tileScript ?? script) : script);

const callsOf = (asks: Contracts): string[] =>
  Object.values(asks).flatMap(({ name, actions }) =>
    Object.keys(actions).map((action) => `${name}.${action}`),
  );

export type DeskRoute = DeskPage | DeskDownload | DeskForm;
