/** Pages, files and forms of live and of the sandbox: where each is found, and whose role may open it. */

import { filled } from '../src/address/path.ts';
import { narrowed } from '../src/http/visit.ts';
import { deskTable } from '../src/pages/index.ts';
import { sandboxFace } from '../src/pages/sandbox/table.ts';
import { mayOpen } from '../src/route/access.ts';
import type { DeskRoute } from '../src/route/route.ts';
import { everyRole, personOf, type Role } from './persons.ts';

/** A path of the table with what stand-ins return in place of its names. */
export const pathOf = (path: string): string =>
  /^\/(book(\/price|\/templates(\/remove)?)?|desk\/labels)$/.test(path)
    ? `${path}?${path.startsWith('/book') ? 'from' : 'jobs'}=x_01`
    : filled(path, (name) => (name === 'sku' ? 'LAB-STD' : 'x_01'));

export interface Place<R extends DeskRoute = DeskRoute> {
  route: R;
  /** As in the table, under the prefix of its environment. */
  path: string;
  url: string;
  base: string;
  /** Those that may open it. */
  roles: readonly Role[];
  /** The first of them. */
  role: Role;
}

type Face = Pick<typeof sandboxFace, 'table'> & {
  base: string;
  scopes?: typeof sandboxFace.scopes;
};

const placesOf = ({ base, table, scopes }: Face): Place[] =>
  table.map((route) => {
    const roles = everyRole.filter((role) =>
      mayOpen(route.access, narrowed(personOf(role), scopes)),
    );
    const [role = 'admin'] = roles;
    const url = base === '' ? pathOf(route.path) : base + filled(route.path, () => 'x_01');
    const found = { path: base + route.path, url };
    return { route, base, roles, role, ...found };
  });

const kindOf =
  <K extends DeskRoute['kind']>(kind: K) =>
  (place: Place): place is Place<Extract<DeskRoute, { kind: K }>> =>
    place.route.kind === kind;

const live = placesOf({ base: '', table: deskTable });
const both = [...live, ...placesOf(sandboxFace)];

export const livePages = live.filter(kindOf('page'));
export const liveForms = live.filter(kindOf('form'));
export const downloads = live.filter(kindOf('download'));
export const everyPage = both.filter(kindOf('page'));
export const everyForm = both.filter(kindOf('form'));
