/** Cases of a service's endpoints for the loops over all endpoints, beyond the route table. */
import type { Answer, Request, Send } from '../../journeys/http.ts';
import type { Actor } from '../requests.ts';
import type { Stand } from '../stand.ts';

/** Makes something of the actor's and returns its id, or the reference that a path names it by. */
export type Make = (actor: Actor) => Promise<string>;

/** The example of the endpoint, changed so that it is refused. */
export interface Attempt {
  /** Sender; by default an actor with every scope. */
  as?: (stand: Stand) => Promise<Send>;
  /** Makes what the path names; by default something that the example works with. */
  at?: Make;
  /** Members of the body in place of the example's. */
  body?: object | ((actor: Actor) => object | Promise<object>);
  /** Parts of the request in place of the example's. */
  send?: Request | ((actor: Actor) => Request | Promise<Request>);
  /** How often it is sent; the last response counts. */
  times?: number;
}

/** Has a declared refusal come about. */
export type Rule = (stand: Stand) => Promise<Answer>;

export interface EndpointCases {
  /**
   * Makers of what a path names, by the beginning of the path: the longest one counts. Without one the
   * example of the collection's POST makes it.
   */
  targets?: Readonly<Record<string, Make>>;
  /** Makers of the cursor's target, where it is not the target of `<path>/{id}`. */
  listed?: Readonly<Record<string, Make>>;
  /**
   * How each declared refusal comes about, by `operation code`, or by the code where it comes about in
   * the same way at every endpoint. A 404 of the path's id needs no entry.
   */
  refusals: Readonly<Record<string, Rule | Attempt>>;
}

/** Makes something first, and then sends a request about it. */
export const having =
  <T>(make: (actor: Actor) => Promise<T>, then: (actor: Actor, made: T) => Promise<Answer>): Rule =>
  async (stand) => {
    const actor = await stand.actor();
    return then(actor, await make(actor));
  };
