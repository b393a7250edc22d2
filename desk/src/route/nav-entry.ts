import type { IconName } from '@svc/web/icon';

/** A page's place in the navigation. */
export interface NavEntry {
  label: string;
  icon: IconName;
  /** Heading above it; the pages that everybody begins with have none. */
  group?: 'Fleet' | 'Network' | 'Organisation' | 'Developers' | 'Account';
  /** Finds jobs by this field of a page's query; the frame of every page offers it. */
  search?: { field: string; hint: string; path?: string };
  /** Name of a count of `/desk/counts`, shown beside the label, with the word for what is counted. */
  count?: readonly [name: string, of: string];
}
