/** Fixtures that several services' cases share. */
import { until } from '@svc/devnet';
import { z } from 'zod';
import { assign, collect, type Desk, deliver, deskOf, noProof } from '../../journeys/desk.ts';
import { type Line, resource } from '../../journeys/http.ts';
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
export const deliveredJob = broughtBy(deliver);

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
  const isLogged = async () => (await actor.send(`GET /certificates/${id}/proof`)).status === 200;
  // A caller of the sandbox may ask 60 times a minute.
  const deadline = { timeoutMs: 60_000, everyMs: 250, what: 'the certificate to be logged' };
  await until(isLogged, deadline);
  return id;
};
