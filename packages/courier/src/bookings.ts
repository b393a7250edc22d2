/** The jobs that are to be driven: booked now, or booked by somebody before. */
import { accounts, bookedJob, deskJob, jobs, type Site } from '@svc/contracts';
import { z } from 'zod';
import type { Api } from './api.ts';
import type { Random } from './random.ts';

export interface Booking {
  id: string;
  pickup: Site;
  dropoff: Site;
}

export const sitesOf = async (sender: Api): Promise<Site[]> =>
  (await sender.get('/sites', accounts.actions.listSites.output)).data;

/** From wherever samples are taken to a laboratory, as most jobs go. */
export async function book(sender: Api, sites: readonly Site[], random: Random): Promise<Booking> {
  const pickup = siteOf(sites, ['clinic', 'hospital', 'pharmacy'], random);
  const dropoff = siteOf(sites, ['lab'], random);
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

function siteOf(sites: readonly Site[], types: readonly Site['type'][], random: Random): Site {
  const [first, ...others] = sites.filter(({ type }) => types.includes(type));
  if (!first) throw new Error(`the demo tenant has no site of type ${types.join(' or ')}`);
  return random.pick([first, ...others]);
}

/** The oldest first. */
export async function waiting(
  { desk, tenant }: { desk: Api; tenant: string },
  sites: readonly Site[],
): Promise<Booking[]> {
  const list = z.object({ data: z.array(deskJob) });
  const path = '/ops/jobs?status=booked&unassigned=true&limit=100';
  const { data } = await desk.get(path, list);
  const placeOf = ({ site_id }: { site_id: string }) => sites.find(({ id }) => id === site_id);
  return data
    .filter((job) => job.tenant.id === tenant)
    .toReversed()
    .flatMap(({ id, pickup, dropoff }) => {
      const [from, to] = [placeOf(pickup), placeOf(dropoff)];
      return from && to ? [{ id, pickup: from, dropoff: to }] : [];
    });
}

export const detailOf = (sender: Api, id: string) =>
  sender.get(`/jobs/${id}`, jobs.actions.get.output);
