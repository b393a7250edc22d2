/** Incidents that a phone reported, as the control desk has them. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';

export interface ReportedIncident {
  description: string;
  /** SHA-256 of its photo, where one was taken. */
  digest: string | undefined;
}

interface IncidentList {
  data: readonly { description: string; photo_url: string | null }[];
}

/** Each once, with the bytes of its photo. */
export async function expectIncidents(
  { data }: IncidentList,
  reported: readonly ReportedIncident[],
): Promise<void> {
  const found = data.map(async ({ description, photo_url }) => ({
    description,
    digest: photo_url === null ? undefined : await digestOf(photo_url),
  }));
  const byDescription = (a: ReportedIncident, b: ReportedIncident) =>
    a.description.localeCompare(b.description);
  const all = await Promise.all(found);
  expect(all.toSorted(byDescription)).toEqual(reported.toSorted(byDescription));
}

export async function digestOf(url: string): Promise<string> {
  const bytes = await (await fetch(url)).arrayBuffer();
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
}
