/** Fixtures that several services' cases share. */
import { until } from '@svc/devnet';
import { expect } from 'vitest';
import { z } from 'zod';
import { assign, collect, type Desk, deliver, deskOf, noProof } from '../../journeys/desk.ts';
import { type Line, outcomeOf, resource } from '../../journeys/http.ts';
import { projected } from '../../journeys/projection.ts';
import { type Actor, bookJob } from '../requests.ts';
import type { Make } from './endpoint.ts';

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
