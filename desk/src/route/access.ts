import type { Person } from '@svc/contracts';
import { pathNames } from '../address/path.ts';
import type { PageAccess } from './place.ts';
import type { DeskPage, DeskRoute } from './route.ts';

export const mayOpen = (access: PageAccess, { scopes }: Person): boolean =>
  access === 'signed_in' || scopes.includes(access);

/** Pages with a label that the person may open. */
export const navigationOf = (table: readonly DeskRoute[], person: Person): DeskPage[] =>
  table
    .filter((route) => route.kind === 'page')
    .filter(({ nav, path }) => nav !== undefined && pathNames(path).length === 0)
    .filter(({ access }) => mayOpen(access, person));
