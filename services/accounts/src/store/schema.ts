import type { apiKeyScopes, BillingDetails, Contact, Scope } from '@svc/contracts';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { TokenPublicJwk } from '../domain/signing-key.ts';
import type { Policies, Site, UserRecord } from '../domain/tenant.ts';

type KeyScope = (typeof apiKeyScopes)[number];

export interface Tables {
  tenant: { tenant_id: string; name: string; carrier: boolean; created_at: Date };
  site: Omit<Site, 'position'> & { tenant_id: string; lat: number; lng: number };
  customer: { tenant_id: string; customer_id: string };
  tenant_user: Omit<UserRecord, 'created_at'> & { tenant_id: string; created_at: Date };
  policy: {
    tenant_id: string;
    default_cost_centre: string;
    requirements: JSONColumnType<Policies['requirements']>;
    contact: JSONColumnType<Contact> | null;
  };
  billing_details: BillingDetails & { tenant_id: string };
  client: {
    tenant_id: string;
    id: string;
    name: string;
    scopes: Scope[];
    secret_hash: string;
    /** The driver whose device this is. */
    driver_id: string | null;
    created_at: Date;
    revoked_at: Date | null;
    last_used_at: Generated<Date | null>;
  };
  api_key: {
    tenant_id: string;
    id: string;
    name: string;
    secret_hash: string;
    created_at: Date;
    revoked_at: Date | null;
    last_used_at: Generated<Date | null>;
    /** Null: all that a key may have. */
    scopes: KeyScope[] | null;
  };
  signing_key: {
    kid: string;
    public_jwk: JSONColumnType<TokenPublicJwk>;
    encrypted_private_jwk: string;
    published_at: Date;
    signs_from: Date;
  };
  rate_window: {
    caller: string;
    tenant_id: Generated<string>;
    previous_tenant_id: string | null;
    hits: Date[];
    admitted: boolean;
    seen_at: Date;
    /** Of `seen_at`, UTC. */
    seen_hour: GeneratedAlways<string>;
  };
}
