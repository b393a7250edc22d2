/** Selects the jobs to drive: newly booked, named, or booked and unassigned. */
import { bookedJob, deskJob, jobs, type Site } from '@svc/contracts';
import { z } from 'zod';
import { type Api, ApiRefusal } from '../api.ts';
import { sitesOfType } from '../carrier.ts';
import type { Random } from '../random.ts';

export interface BookedTrip {
  id: string;
  pickup: Site;
  dropoff: Site;
}

/** From wherever samples are taken to a laboratory, as most jobs go. */
export async function book(
  sender: Api,
  sites: readonly Site[],
  random: Random,
): Promise<BookedTrip> {
  const pickup = random.pick(sitesOfType(sites, ['clinic', 'hospital', 'pharmacy']));
  const dropoff = random.pick(sitesOfType(sites, ['lab']));
  const { id } = await sender.post(
    '/jobs',
    {
      sku: random.pick(['LAB-STD', 'LAB-COLD', 'LAB-STAT']),
      parcels: random.between(1, 4),
      pickup_site_id: pickup.id,
      dropoff_site_id: dropoff.id,
      reference: 'Simulated courier',
      requirements: { otp: true, id_check: true, signature: true, photo: true },
    },
    bookedJob,
  );
  return { id, pickup, dropoff };
}

/** Booked and unassigned jobs of the tenant, oldest first. */
export async function listUnassigned(
  { desk, tenant }: { desk: Api; tenant: string },
  sites: readonly Site[],
): Promise<BookedTrip[]> {
  const list = z.object({ data: z.array(deskJob) });
  const path = '/ops/jobs?status=booked&unassigned=true&limit=100';
  const { data } = await desk.get(path, list);
  return data
    .filter((job) => job.tenant.id === tenant)
    .toReversed()
    .flatMap((job) => bookingOf(job, sites) ?? []);
}

type Ends = Record<'pickup' | 'dropoff', { site_id: string }>;

function bookingOf({ id, pickup, dropoff }: Ends & { id: string }, sites: readonly Site[]) {
  const placeOf = ({ site_id }: { site_id: string }) => sites.find((site) => site.id === site_id);
  const [from, to] = [placeOf(pickup), placeOf(dropoff)];
  return from && to ? { id, pickup: from, dropoff: to } : undefined;
}

/** The job of that id, `SVC-` reference or customer's reference; of several the newest. */
export async function getBooking(
  name: string,
  { sender, sites }: { sender: Api; sites: readonly Site[] },
): Promise<BookedTrip> {
  const job = await findJob(sender, name);
  if (!job) throw new Error(`${name} names no job of the demo tenant.`);
  if (job.status !== 'booked') throw new Error(`${name} is ${job.status}: only booked jobs start.`);
  const booking = bookingOf(job, sites);
  if (!booking) throw new Error(`${name} goes between sites that the demo tenant cannot see.`);
  return booking;
}

async function findJob(sender: Api, name: string) {
  if (/^(job_|SVC-)[\w-]+$/.test(name)) {
    return detailOf(sender, name).catch((error: unknown) => {
      if (error instanceof ApiRefusal && error.code === 'job_not_found') return undefined;
      throw error;
    });
  }
  const { list } = jobs.actions;
  const query = new URLSearchParams({ reference: name, limit: '1' });
  return (await sender.get(`/jobs?${query}`, list.output)).data[0];
}

export const detailOf = (sender: Api, id: string) =>
  sender.get(`/jobs/${id}`, jobs.actions.get.output);
