/** Who is calling, and how that is found out in each environment. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../http/problem.ts';

export interface Caller {
  tenant: string;
  /** The client or key; on the sandbox the caller's own tenant. */
  actor: string;
  scopes: ReadonlySet<string>;
  credential: 'token' | 'key';
  /** The driver whose device it is. */
  driverId?: string;
}

export type Identified = { caller: Caller } | { problem: Problem };

/** `address` gives the caller's address group, for those who are known by nothing else. */
export type Identify = (
  headers: IncomingHttpHeaders,
  address: () => string,
) => Identified | Promise<Identified>;
