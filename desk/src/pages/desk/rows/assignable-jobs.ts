/** Jobs that a driver can be given to, as values of fields. Pure: in browsers, too. */
import type { Status } from '@svc/contracts';

const statuses: ReadonlySet<Status> = new Set(['booked', 'assigned', 'en_route_pickup']);

export const isAssignable = ({ status }: { status: Status }): boolean => statuses.has(status);

/** Jobs that can be selected for one act. */
export const pickedMax = 50;

/** With the version that the person sees. */
export const choiceOf = ({ id, version }: { id: string; version: number }): string =>
  `${id}.${version}`;
