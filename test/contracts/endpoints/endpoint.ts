/** Cases of a service's endpoints for the loops over all endpoints, beyond the route table. */
import type { Scope } from '@svc/contracts';
import type { Answer, Line, Request } from '../../journeys/http.ts';
import type { Actor } from '../requests.ts';
import type { Stand } from '../stand.ts';

/** Makes something of the actor's and returns its id, or the reference that a path names it by. */
export type Make = (actor: Actor) => Promise<string>;

/** Has a declared refusal come about. */
export type Rule = (stand: Stand) => Promise<Answer>;

export interface EndpointCases {
  /**
   * Allow-list: the fields of each resource, separated by blanks. A field that a contract gains is
   * refused until it stands here.
   *
   * `a.b` is a member, `a[]` an item, `a.*` a member of the client's own naming, `a=Name` a resource.
   */
  fields: Readonly<Record<string, string>>;
  /** Which resource a scope gets, by operation. */
  grants: Readonly<Partial<Record<Scope, Readonly<Record<string, string>>>>>;
  /** How to make what a path names, by the beginning of the path; the longest one counts. */
  targets?: Readonly<Record<string, Make>>;
  /** Makers of the cursor's target, where it is not the target of `<path>/{id}`. */
  listed?: Readonly<Record<string, Make>>;
  /** How each declared refusal comes about: `operation code`. */
  refusals: Readonly<Record<string, Rule>>;
}

export const list = (item: string) => `object data[]=${item} has_more`;
export const counted = (item: string) => `${list(item)} total`;

/** Asks for something that is not there. */
export const toAbsent =
  (line: Line, request: Request = {}): Rule =>
  async (stand) =>
    (await stand.actor()).send(line, request);

/** Makes something first, and then asks about it. */
export const having =
  <T>(make: (actor: Actor) => Promise<T>, then: (actor: Actor, made: T) => Promise<Answer>): Rule =>
  async (stand) => {
    const actor = await stand.actor();
    return then(actor, await make(actor));
  };
