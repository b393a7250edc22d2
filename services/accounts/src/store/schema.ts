import type {
  BillingDetails,
  ChangedFields,
  Contact,
  DevicePublicKey,
  KeyScope,
  RecordedCount,
  RecordedRequest,
  Scope,
  SsccIssuer,
} from '@svc/contracts';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { ChangeRecord } from '../domain/change-log.ts';
import type { SessionRecord } from '../domain/session.ts';
import type { TokenPublicJwk } from '../domain/signing-key.ts';
import type { Policies, Site, UserRecord } from '../domain/tenant.ts';

/** Secret that a rotation replaced; null before the first. */
interface OldSecret {
  old_secret_hash: Generated<string | null>;
  old_secret_expires_at: Generated<Date | null>;
  old_secret_last_used_at: Generated<Date | null>;
  rotated_at: Generated<Date | null>;
}

export interface Tables {
  tenant: { tenant_id: string; name: string; carrier: boolean; created_at: Date };
  site: Omit<Site, 'position'> & { tenant_id: string; lat: number; lng: number };
  customer: { tenant_id: string; customer_id: string };
  tenant_user: Omit<UserRecord, 'created_at'> & { tenant_id: string; created_at: Date };
  identity: {
    tenant_id: string;
    user_id: string;
    issuer: string;
    subject: string;
    created_at: Date;
  };
  invitation: {
    tenant_id: string;
    user_id: string;
    token_hash: string;
    created_at: Date;
    expires_at: Date;
  };
  session: SessionRecord & { tenant_id: string; user_id: string; token_hash: string };
  policy: {
    tenant_id: string;
    default_cost_centre: string;
    requirements: JSONColumnType<Policies['requirements']>;
    sscc: JSONColumnType<SsccIssuer> | null;
    contact: JSONColumnType<Contact> | null;
    temperature_profiles: JSONColumnType<Policies['temperature_profiles']>;
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
  } & OldSecret;
  api_key: {
    tenant_id: string;
    id: string;
    name: string;
    secret_hash: string;
    created_at: Date;
    revoked_at: Date | null;
    last_used_at: Generated<Date | null>;
    /** Null: all that a key of a tenant may have. */
    scopes: KeyScope[] | null;
  } & OldSecret;
  courier_device: {
    tenant_id: string;
    id: string;
    driver_id: string;
    name: string;
    public_key: JSONColumnType<DevicePublicKey>;
    key_thumbprint: string;
    enrolment_hash: string;
    created_at: Date;
    revoked_at: Date | null;
    last_used_at: Date | null;
  };
  device_enrolment: { tenant_id: string; driver_id: string; token_hash: string; expires_at: Date };
  used_assertion: { tenant_id: string; device_id: string; jti: string; expires_at: Date };
  signing_key: {
    kid: string;
    public_jwk: JSONColumnType<TokenPublicJwk>;
    encrypted_private_jwk: string;
    published_at: Date;
    signs_from: Date;
  };
  request_count: RecordedCount;
  request_log: Omit<RecordedRequest, 'created_at'> & { created_at: Date };
  change_log: Omit<ChangeRecord, 'before' | 'after'> & {
    before: JSONColumnType<ChangedFields>;
    after: JSONColumnType<ChangedFields>;
  };
  /** The kit's list of tenants to purge. */
  expired_tenant: { tenant_id: string; due_at: Date };
  rate_window: {
    caller: string;
    tenant_id: Generated<string>;
    previous_tenant_id: string | null;
    hits: Date[];
    admitted: boolean;
    seen_at: Date;
    /** Hour of `seen_at`, UTC. */
    seen_hour: GeneratedAlways<string>;
  };
}
