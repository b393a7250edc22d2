/** Data of the page of a job, and its calls; parts of services that do not answer are null. */
import {
  type DeskTemperatures,
  type Driver,
  type deskJobDetail,
  type JobNote,
  jobs,
  type listedIncident,
  tracking,
  type Vehicle,
  withActions,
} from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import type { z } from 'zod';
import { dataOf, type Part, partOf } from '../../../view/part.ts';
import { allDrivers, allVehicles } from '../assignment/fleet.ts';
import type { Suggestions } from '../assignment/suggestions.ts';
import { chainAsked, type VerifiedChain, verifiedChain } from './job-verification.ts';
import { operationsOf } from './operations.ts';

export type DeskJobDetail = z.infer<typeof deskJobDetail>;
export type Incident = z.infer<typeof listedIncident>;

export interface JobPageData {
  /** As in the address: id or reference. */
  id: string;
  job: DeskJobDetail;
  /** Read where a driver can be assigned; null while tracking does not answer. */
  fleet: { drivers: readonly Driver[]; vehicles: readonly Vehicle[] } | null;
  /** Beside the fleet; null while a service behind it does not answer. */
  suggestions: Suggestions | null;
  incidents: readonly Incident[];
  chain: Part<VerifiedChain>;
  temperature: Part<DeskTemperatures | null>;
  notes: Part<{ data: readonly JobNote[]; has_more: boolean }>;
}

export const jobAsked = {
  ...chainAsked,
  jobs: withActions(jobs, 'getForDesk', 'listIncidents', 'listNotes', 'suggestDrivers'),
  tracking: withActions(tracking, 'listDrivers', 'listVehicles', 'temperatureForDesk'),
};
type Calls = Clients<typeof jobAsked>;

export async function loadJob(id: string, clients: Calls): Promise<JobPageData> {
  const [job, { data: incidents }, chain, temperature, notes] = await Promise.all([
    clients.jobs.getForDesk({ id }),
    clients.jobs.listIncidents({ job_id: id, limit: 100 }),
    partOf(verifiedChain(id, clients)),
    partOf(clients.tracking.temperatureForDesk({ id })),
    partOf(clients.jobs.listNotes({ id, limit: 100 })),
  ]);
  const isAssignable = operationsOf(job).includes('assign');
  const [fleet, suggestions] = isAssignable
    ? await Promise.all([
        partOf(fleetOf(clients)).then(dataOf),
        partOf(clients.jobs.suggestDrivers({ id: job.id })).then(dataOf),
      ])
    : [];
  const crew = { fleet: fleet ?? null, suggestions: suggestions ?? null };
  return { id, job, ...crew, incidents, chain, temperature, notes };
}

async function fleetOf(clients: Calls): Promise<NonNullable<JobPageData['fleet']>> {
  const [drivers, vehicles] = await Promise.all([allDrivers(clients), allVehicles(clients)]);
  return { drivers, vehicles };
}
