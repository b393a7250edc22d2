/** Data of the page of a job, and its calls; parts of services that do not answer are null. */
import {
  type DeskTemperatures,
  type Driver,
  type deskJobDetail,
  type JobMessage,
  type JobNote,
  jobs,
  type listedIncident,
  tracking,
  withActions,
} from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import type { z } from 'zod';
import { dataOf, type Part, partOf } from '../../../view/part.ts';
import { type ActiveFleet, activeFleet } from '../assignment/fleet.ts';
import type { Suggestions } from '../assignment/suggestions.ts';
import { chainAsked, type VerifiedChain, verifiedChain } from './job-verification.ts';
import { operationsOf } from './operations.ts';

export type DeskJobDetail = z.infer<typeof deskJobDetail>;
export type Incident = z.infer<typeof listedIncident>;

export interface JobPageData {
  /** As in the address: id or reference. */
  id: string;
  job: DeskJobDetail;
  /** The driver of the job, with the telephone; undefined while tracking does not answer. */
  driver: Driver | null | undefined;
  /** Read where a driver can be assigned; null while tracking does not answer. */
  fleet: ActiveFleet | null;
  /** Beside the fleet; null while a service behind it does not answer. */
  suggestions: Suggestions | null;
  incidents: readonly Incident[];
  chain: Part<VerifiedChain>;
  temperature: Part<DeskTemperatures | null>;
  messages: Part<{ data: readonly JobMessage[]; has_more: boolean }>;
  notes: Part<{ data: readonly JobNote[]; has_more: boolean }>;
}

export const jobAsked = {
  ...chainAsked,
  jobs: withActions(
    jobs,
    'getForDesk',
    'listIncidents',
    'listMessages',
    'listNotes',
    'suggestDrivers',
  ),
  tracking: withActions(tracking, 'getDriver', 'listDrivers', 'listVehicles', 'temperatureForDesk'),
};
type Calls = Clients<typeof jobAsked>;

export async function loadJob(id: string, clients: Calls): Promise<JobPageData> {
  const [job, { data: incidents }, chain, temperature, messages, notes] = await Promise.all([
    clients.jobs.getForDesk({ id }),
    clients.jobs.listIncidents({ job_id: id, limit: 100 }),
    partOf(verifiedChain(id, clients)),
    partOf(clients.tracking.temperatureForDesk({ id })),
    partOf(clients.jobs.listMessages({ id, limit: 100 })),
    partOf(clients.jobs.listNotes({ id, limit: 100 })),
  ]);
  const operations = operationsOf(job);
  const isAssignable = operations.includes('assign');
  const driver = job.driver && partOf(clients.tracking.getDriver({ id: job.driver.driver_id }));
  const [fleet, suggestions] = await Promise.all([
    isAssignable || operations.includes('transfer') || operations.includes('legs')
      ? partOf(activeFleet(clients)).then(dataOf)
      : undefined,
    isAssignable ? partOf(clients.jobs.suggestDrivers({ id: job.id })).then(dataOf) : undefined,
  ]);
  const crew = { fleet: fleet ?? null, suggestions: suggestions ?? null };
  const about = { incidents, chain, temperature, messages, notes };
  return { id, job, driver: driver && dataOf(await driver), ...crew, ...about };
}
