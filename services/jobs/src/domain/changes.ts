import type { Job as JobResource, Status } from '@svc/contracts';

interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** Difference of two resources, as published in `job.updated`. */
export function changesBetween(before: JobResource, after: JobResource): Change[] {
  const previous = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .map(([field, to]) => ({ field, from: previous.get(field), to }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

export const statusChange = (from: Status, to: Status): Change => ({ field: 'status', from, to });
