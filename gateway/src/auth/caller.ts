/** Who is calling, and how that is found out in each environment. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../http/problem.ts';

export interface Caller {
  /** Whose data it may touch; empty until a caller of the sandbox is admitted. */
  tenant: string;
  /** The client or key; on the sandbox the caller, whatever tenant it has. */
  actor: string;
  /** Whose receipts its requests leave, where that is not the tenant. */
  receipts?: string;
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
