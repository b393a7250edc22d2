import type { Answer, Line, Request } from '../../journeys/http.ts';
import type { Actor } from '../requests.ts';
import type { Stand } from '../stand.ts';

/** How a declared rule of an action is made to say no. */
export type Rule = (stand: Stand) => Promise<Answer>;
export type Rules = Readonly<Record<string, Rule>>;

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
