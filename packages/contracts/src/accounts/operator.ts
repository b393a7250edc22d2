/** Administration by the platform's operator: not routed by the gateway. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { opaqueId, requiredLine, timestamp } from '../primitives.ts';
import { clientCredentials, scope, scopes } from './credentials.ts';
import { billingDetails, newSite, site } from './resource.ts';

const operatorPage = {
  starting_after: opaqueId.optional(),
  limit: z.int().min(1).max(500).default(500),
};

export const operatorActions = {
  createTenant: command({
    input: z.object({
      id: opaqueId.optional(),
      name: requiredLine(120),
      /** The carrier itself: only its clients may hold `ops:` scopes. Unchanged if omitted. */
      carrier: z.boolean().optional(),
    }),
    output: z.object({ id: z.string(), name: z.string() }),
    refusals: [],
  }),
  /** Ordered by id, starting after `starting_after`. */
  listTenants: query({
    input: z.object(operatorPage),
    output: z.object({
      data: z.array(
        z.object({ id: z.string(), name: z.string(), carrier: z.boolean(), created_at: timestamp }),
      ),
      has_more: z.boolean(),
    }),
    refusals: [],
  }),
  /**
   * Credentials of the tenant, without secrets, newest first. Scopes are null for a key with all
   * scopes a key can have.
   */
  listCredentials: query({
    input: z.object(operatorPage),
    output: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['client', 'api_key']),
          name: z.string(),
          scopes: z.array(z.string()).nullable(),
          created_at: timestamp,
          revoked_at: timestamp.nullable(),
        }),
      ),
      has_more: z.boolean(),
    }),
    refusals: [],
  }),
  putBillingDetails: command({
    input: billingDetails,
    output: billingDetails,
    refusals: ['unknown_tenant'],
  }),
  /**
   * The operator chooses `id` and `shared`: sandbox sites have published ids. An id of another
   * tenant's site is refused.
   */
  putSite: command({
    input: newSite.extend({ id: opaqueId, shared: z.boolean() }),
    output: site,
    refusals: ['site_not_found', 'invalid_body', 'invalid_position'],
  }),
  /** Tenants whose sites the tenant may also book to: a wholesaler's pharmacies. */
  putCustomers: command({
    input: z.object({ tenant_ids: z.array(opaqueId).max(10_000) }),
    output: z.object({ tenant_ids: z.array(z.string()) }),
    refusals: ['unknown_tenant'],
  }),
  createClient: command({
    input: z.object({
      name: requiredLine(120),
      scopes: z.array(scope).min(1).max(scopes.length),
      /** Included in its tokens as the claim `driver_id`. */
      driver_id: opaqueId.optional(),
    }),
    output: clientCredentials,
    refusals: ['carrier_only', 'too_many_clients'],
    secret: true,
  }),
  /** Also ends its tokens: immediately where the hint arrives, within a minute everywhere. */
  revokeClient: command({
    input: z.object({ client_id: opaqueId }),
    output: z.object({ revoked: z.boolean() }),
    refusals: [],
  }),
  createApiKey: command({
    input: z.object({ name: requiredLine(120) }),
    output: z.object({ key_id: z.string(), api_key: z.string() }),
    refusals: ['too_many_api_keys'],
    secret: true,
  }),
  /** For tracking: the key of a telemetry provider, for `telemetry:write` alone. */
  createProviderKey: command({
    input: z.object({ name: requiredLine(120) }),
    output: z.object({ key_id: z.string(), api_key: z.string() }),
    refusals: ['too_many_api_keys'],
    secret: true,
  }),
  revokeApiKey: command({
    input: z.object({ key_id: opaqueId }),
    output: z.object({ revoked: z.boolean() }),
    refusals: [],
  }),
  /**
   * Publishes a new signing key; it signs once every verifier can have fetched it. `immediately` is
   * for the first start and for a leaked key: the new key signs immediately, and all earlier keys
   * and their tokens become invalid. The first key always signs immediately.
   */
  rotateSigningKey: command({
    input: z.object({ immediately: z.boolean().default(false) }),
    output: z.object({ kid: z.string() }),
    refusals: [],
  }),
};
