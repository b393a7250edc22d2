/** Fixtures that several services' cases share. */
import { until } from '@svc/devnet';
import { expect } from 'vitest';
import { z } from 'zod';
import { assign, collect, type Desk, deliver, deskOf, noProof } from '../../journeys/desk.ts';
import { type Line, outcomeOf, resource } from '../../journeys/http.ts';
import { projected } from '../../journeys/projection.ts';
import { type Actor, actions, bookJob, lineTo, requestFor } from '../requests.ts';
import type { Make } from './endpoint.ts';

const creators = new Map<string, Make>();

/** Maker that sends the example of the collection's POST; the same one for the same collection. */
export function created(collection: string): Make {
  const route = actions.find((each) => each.method === 'POST' && each.path === collection);
  if (!route) throw new Error(`name in endpoints/ how to make what a path of ${collection} names`);
  const make: Make = async (actor) => {
    const answer = await actor.send(lineTo(route), requestFor(route, actor));
    return resource(answer, route.status, made).id;
  };
  const known = creators.get(collection) ?? make;
  creators.set(collection, known);
  return known;
}
const made = z.looseObject({ id: z.string() });

export const bookedJob: Make = async (actor) => (await bookJob(actor)).id;

/** A job that the carrier has brought so far; a delivered one was booked without proof. */
const broughtBy =
  (bring: (desk: Desk, id: string) => Promise<void>): Make =>
  async (actor) => {
    const { id } = await bookJob(actor, { requirements: noProof });
    await bring(deskOf(actor.stage), id);
    return id;
  };

export const assignedJob = broughtBy(assign);
export const collectedJob = broughtBy(collect);
const handedOver = broughtBy(deliver);

/** Certified too: custody's reads wait 2 s at most for the hand-over. */
export const deliveredJob: Make = async (actor) => {
  const id = await handedOver(actor);
  await projected(actor.stage, id);
  return id;
};

const page = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The first thing on a list of the actor's, once there is one. */
export const firstOf = async ({ send }: Actor, line: Line): Promise<string> => {
  const found = async () => resource(await send(line), 200, page).data[0]?.id;
  return until(found, { timeoutMs: 60_000, what: `something to be listed by ${line}` });
};

/** A site like the actor's, further away than any way that is priced. */
export const distantSite: Make = async ({ stage, pickup }) => {
  const id = `far-${crypto.randomUUID()}`;
  await stage.owner.query(
    `insert into accounts.site select (jsonb_populate_record(site,
       jsonb_build_object('id', $2::text, 'lat', -1.29, 'lng', 36.82))).*
     from accounts.site where id = $1`,
    [pickup, id],
  );
  return id;
};

/** No image, whatever it is called. */
export const noImage = { raw: 'GIF89a', headers: { 'content-type': 'image/png' } };

/** Beyond 5 MiB. */
export const largeImage = 'x'.repeat(5 * 1_048_576 + 1);

/** A delivered job whose certificate a checkpoint covers. */
export const loggedJob: Make = async (actor) => {
  const id = await deliveredJob(actor);
  const isLogged = async () => {
    const answer = await actor.send(`GET /certificates/${id}/proof`);
    if (answer.status !== 200) expect(outcomeOf(answer)).toBe('409 proof_pending');
    return answer.status === 200;
  };
  // A caller of the sandbox may ask 60 times within the minute, and the clock is held.
  const deadline = { timeoutMs: 50_000, everyMs: 1_000, what: 'the certificate to be logged' };
  await until(isLogged, deadline);
  return id;
};
