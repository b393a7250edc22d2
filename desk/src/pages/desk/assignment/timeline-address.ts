import { searchOf } from '../../../address/pager.ts';

export const timelinePath = '/desk/timeline';

export type TimelineQuery = Partial<
  Record<'date' | 'hours' | 'from' | 'job' | 'driver' | 'vehicle', string | undefined>
>;

/** What is chosen stands in the form. */
export const timelineAddress = (query: TimelineQuery): string =>
  `${timelinePath}${searchOf(query)}${query.job === undefined ? '' : '#assign'}`;
