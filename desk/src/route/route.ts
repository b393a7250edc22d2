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
  takesHeldScopes,
} from '@svc/contracts';
import type { Clients, Contracts } from '@svc/kit/client';
import type { Html } from '@svc/web/html';
import type { MapGround } from '@svc/web/map/figure';
import type { z } from 'zod';
import { filled, type PathNames } from '../address/path.ts';
import type { Fields } from '../form/field.ts';
import { type FieldValues, schemaOf } from '../form/form-fields.ts';
import type { Entered, FormView } from '../form/form-view.ts';
import { originalsOf } from '../form/originals.ts';
import type { NavEntry } from './nav-entry.ts';
import { callsOf, type PageAccess, type Placed } from './place.ts';
import type { SandboxCaller } from './sandbox-caller.ts';

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
  /** Below the marks of maps. */
  mapGround: MapGround;
  /** Of the person's tenant, on its pages; undefined on live. */
  sandbox: SandboxCaller | undefined;
  /** Id of the newest message of the stream, after which a live page goes on; empty without one. */
  liveLast: string;
}

export interface PageContext<Asks extends Contracts, P extends string>
  extends Omit<Visit, 'param' | 'clients'> {
  param(name: PathNames<P>): string;
  clients: Clients<Asks>;
}

/** Context of `render`, besides its data. */
export type RenderContext = Pick<
  Visit,
  'person' | 'now' | 'forms' | 'deskUrl' | 'docsUrl' | 'mapGround' | 'sandbox'
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
  /** Instead of it where maps have a ground. */
  groundScript?: URL;
}

export interface DeskPage extends Placed {
  kind: 'page';
  nav: NavEntry | undefined;
  script: URL | undefined;
  groundScript: URL | undefined;
  show(visit: Visit): Promise<View>;
}

export function page<const Asks extends Contracts, const P extends string, D>(
  shape: PageShape<Asks, P, D>,
): DeskPage {
  const { path, access, nav, asks, script, groundScript } = shape;
  return {
    kind: 'page',
    ...{ path, access, nav, script, groundScript },
    calls: callsOf(asks),
    show: async (visit) => {
      const data = await shape.load({ ...visit, clients: visit.clients(asks) });
      const title = typeof shape.title === 'string' ? shape.title : shape.title(data);
      const body = shape.render(data, visit);
      return { title, body, script: scriptOf({ script, groundScript }, visit.mapGround) };
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

export type CommandsOf<C extends Contract> = {
  [N in keyof C['actions'] & string]: C['actions'][N] extends Command ? N : never;
}[keyof C['actions'] & string];
export type CommandOf<C extends Contract, A> = C['actions'][A & keyof C['actions']] & Command;

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
      keeps?: undefined;
    }
  | {
      next?: undefined;
      keeps?: undefined;
      /** View of the output, for one with a secret: there is no address to read it at again. */
      answer(output: OutputOf<CommandOf<C, A>>, sent: SentForm<F, P>, context: RenderContext): View;
    }
  | {
      next?: undefined;
      answer?: undefined;
      /**
       * Entries that its home shows with those that were sent: of another form there, to which it is
       * a second button. That form keeps its number; this command has a new one each time.
       */
      keeps(output: OutputOf<CommandOf<C, A>>, sent: SentForm<F, P>): Entered;
      buttonOf: string;
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
  /** Path of the form whose entries it sends: its own, unless it is a second button there. */
  entriesOf: string;
  /** Field that lists what it sends a command each for (`many-form.ts`). */
  each?: string;
  refusals: FormRefusals;
  /** Throws a ZodError for entries that do not fit, and what its queries throw. */
  read(entered: Entered, visitor: Visitor): Promise<FormRequest>;
}

/** Sender of a form. */
export type Visitor = Pick<Visit, 'person' | 'param' | 'clients'>;

export interface FormRequest {
  inputs: readonly RequestOf<Command>[];
  /** From the outputs of the commands: where the browser goes, or what it shows. */
  next(outputs: readonly unknown[], context: RenderContext): string | View | { kept: Entered };
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
    entriesOf: shape.keeps ? shape.buttonOf : path,
    calls: [...callsOf(asks), `${contract.name}.${action}`],
    read: async (entered, { person, param, clients }) => {
      const originals = keepsOriginals ? originalsOf(fields, entered) : undefined;
      const sent = { fields: schema.parse(entered), originals, person, param };
      const input = await shape.input(sent, clients(asks));
      const held = { held_scopes: person.scopes };
      return {
        inputs: [takesHeldScopes(declared) ? Object.assign({}, input, held) : input],
        next: ([output], context) => {
          const { next = home, answer, keeps } = shape;
          if (keeps) return { kept: keeps(declared.output.parse(output), sent) };
          if (answer) return answer(declared.output.parse(output), sent, context);
          if (typeof next === 'string') return filled(next, param);
          return next(declared.output.parse(output), sent);
        },
      };
    },
  };
}

export const scriptOf = (
  { script, groundScript }: Pick<DeskPage, 'script' | 'groundScript'>,
  { source }: MapGround,
): URL | undefined => (source ? (groundScript ?? script) : script);

export type DeskRoute = DeskPage | DeskDownload | DeskForm;
