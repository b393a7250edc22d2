export const timelinePath = '/desk/timeline';

interface TimelineQuery {
  date: string;
  /** Chosen in the form. */
  job?: string;
  driver?: string;
  vehicle?: string;
}

export const timelineAddress = ({ job, ...query }: TimelineQuery): string =>
  `${timelinePath}?${new URLSearchParams({ ...query, ...(job !== undefined && { job }) })}${
    job === undefined ? '' : '#assign'
  }`;
