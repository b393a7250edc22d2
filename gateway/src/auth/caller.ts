/** The authenticated caller, and the authentication of each environment. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../problem/problem.ts';

export interface ApiCaller {
  /** Tenant of its data; empty until a caller of the sandbox is admitted. */
  tenant: string;
  /** The client or key; on the sandbox the caller, independent of its current tenant. */
  actor: string;
  /** Owner of its requests' receipts, where that is not the tenant. */
  receipts?: string;
  scopes: ReadonlySet<string>;
  credential: 'token' | 'key';
  /** The driver whose device it is. */
  driverId?: string;
  /** Thumbprint (RFC 7638) of its signing key; set for a courier's device. */
  keyThumbprint?: string;
}

/** A credential that is not cached: `verify` costs a look-up or a signature verification. */
export interface UnverifiedCredential {
  verify(): Promise<AuthenticationResult>;
}

/** `owner`: whose credential was refused, where it is genuine: revoked, or a token that has expired. */
export type AuthenticationResult =
  | { caller: ApiCaller }
  | { problem: Problem; owner?: CredentialOwner };

export type CredentialOwner = Pick<ApiCaller, 'tenant' | 'actor'>;

/** `address` gives the caller's address group, for those who are known by nothing else. */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  address: () => string,
) => AuthenticationResult | UnverifiedCredential;
