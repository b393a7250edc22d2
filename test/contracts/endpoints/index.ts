/** The cases of all services, as the loops use them. */
import type { Actor } from '../requests.ts';
import { accounts } from './accounts.ts';
import { assets } from './assets.ts';
import { billing } from './billing.ts';
import { custody } from './custody.ts';
import type { EndpointCases, Make } from './endpoint.ts';
import { files } from './files.ts';
import { created } from './fixtures.ts';
import { jobs } from './jobs.ts';
import { legs } from './legs.ts';
import { milestones } from './milestones.ts';
import { partner } from './partner.ts';
import { tracking } from './tracking.ts';
import { webhooks } from './webhooks.ts';

const services = {
  accounts,
  assets,
  billing,
  custody,
  files,
  jobs,
  legs,
  milestones,
  partner,
  tracking,
  webhooks,
};
const all: readonly EndpointCases[] = Object.values(services);

const merged = <T>(part: (cases: EndpointCases) => Readonly<Record<string, T>> | undefined) =>
  Object.fromEntries(all.flatMap((cases) => Object.entries(part(cases) ?? {})));

export const refusals = merged((cases) => cases.refusals);
const targets = merged((cases) => cases.targets);
const listed = merged((cases) => cases.listed);

/** The id or reference of something of the actor's that the path may name; none if it names none. */
export async function makeTarget(path: string, actor: Actor): Promise<string> {
  if (!path.includes('{')) return '';
  return makerOf(path)(actor);
}

const shared = new WeakMap<Actor, Map<Make, Promise<string>>>();

/** Made once for an actor, for requests that change nothing of it. */
export async function sharedTarget(path: string, actor: Actor): Promise<string> {
  if (!path.includes('{')) return '';
  const made = shared.get(actor) ?? new Map<Make, Promise<string>>();
  shared.set(actor, made);
  const make = makerOf(path);
  const target = made.get(make) ?? make(actor);
  made.set(make, target);
  return target;
}

/** Something of the actor's that a page of the list may begin after. */
export const makeListed = (path: string, actor: Actor): Promise<string> =>
  (listed[path] ?? makerOf(`${path}/{id}`))(actor);

function makerOf(path: string): Make {
  const begins = Object.keys(targets).filter((start) => path.startsWith(start));
  const [longest = ''] = begins.toSorted((a, b) => b.length - a.length);
  return targets[longest] ?? created(path.slice(0, path.indexOf('/{')));
}
