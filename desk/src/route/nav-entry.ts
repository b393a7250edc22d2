import type { IconName } from '@svc/web/icon';

/** A page's place in the navigation. */
export interface NavEntry {
  label: string;
  icon: IconName;
  /** Heading above it; the pages that everybody begins with have none. */
  group?: 'Fleet' | 'Network' | 'Organisation' | 'Developers' | 'Account';
  /** The page finds jobs by this field of its query; the frame of every page offers it. */
  search?: { field: string; hint: string };
}
