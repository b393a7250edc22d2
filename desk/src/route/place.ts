/** What every route has: where it is, who may open it, and what it calls. */
import type { Scope } from '@svc/contracts';
import type { Contracts } from '@svc/kit/client';

export type PageAccess = Scope | 'signed_in';

export interface Placed {
  path: string;
  access: PageAccess;
  /** Name as `<service>.<action>`. */
  calls: readonly string[];
}

export const callsOf = (asks: Contracts): string[] =>
  Object.values(asks).flatMap(({ name, actions }) =>
    Object.keys(actions).map((action) => `${name}.${action}`),
  );
