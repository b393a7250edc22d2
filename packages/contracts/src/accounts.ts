/**
 * Accounts: who may do what, and where.
 *
 * Terms
 * - **tenant**: an organisation; owns sites, users, jobs.
 * - **client**: a machine of a tenant that gets access tokens (OAuth 2.0 client credentials).
 * - **API key**: a long-lived credential for low-risk reads.
 * - **site**: a place to collect from or deliver to; its tenant's own, or shared with all.
 * - **policy**: a tenant's defaults for bookings.
 * - **billing details**: what a tax invoice says of its recipient.
 */
import { z } from 'zod';
import { billingDetails } from './billing-details.ts';
import { command, defineContract, query } from './define.ts';
import { empty, listOf, opaqueId, requiredText, timestamp } from './primitives.ts';
import { sandboxExpired } from './sandbox.ts';
import { bookingSite, newSite, policies, site, siteFields, user, userFields } from './tenant.ts';

/** Scopes of tenants (API document, Authentication). */
export const tenantScopes = [
  'quotes:write',
  'jobs:write',
  'jobs:read',
  'tracking:read',
  'custody:read',
  'temperature:read',
  'pod:read',
  'certificates:read',
  'invoices:read',
  'admin:users',
  'admin:sites',
  'webhooks:manage',
  'partner:orders',
  'partner:stock',
  'telemetry:write',
] as const;
/** Scopes of the carrier's own clients. */
export const carrierScopes = ['ops:dispatch', 'ops:courier'] as const;
export const scopes = [...tenantScopes, ...carrierScopes] as const;
export const scope = z.enum(scopes);
export type Scope = z.infer<typeof scope>;

const siteIssues = { 'id.invalid_format': 'site_not_found' } as const;

/** Ends early rather than outgrow a message. */
const listPage = z.object({
  limit: z.int().min(1).max(1_000).default(1_000),
  starting_after: opaqueId.optional(),
});
export type ListPage = z.output<typeof listPage>;

const userIssues = { 'id.invalid_format': 'user_not_found' } as const;

/** Who is calling, proved by a token or key. */
export const principal = z.object({
  tenant_id: z.string(),
  client_id: z.string(),
  scopes: z.array(scope),
  /** The driver whose device this is: a courier's client moves only that driver's jobs. */
  driver_id: z.string().optional(),
});
export type Principal = z.infer<typeof principal>;

const admission = z.object({
  /** Whose data the caller's requests are about; another one after six idle hours. */
  tenant_id: z.string(),
  admitted: z.boolean(),
  limit: z.int(),
  remaining: z.int(),
  /** Whole seconds until the window has room again. */
  reset_seconds: z.int(),
});

export const accounts = defineContract({
  name: 'accounts',
  actions: {
    // Sites, users, policies: the tenant's own administration.
    /** Own ones by name, then shared ones. */
    listSites: query({ input: listPage, output: listOf(site), refusals: [] }),
    createSite: command({ input: newSite, output: site, refusals: ['invalid_body'] }),
    updateSite: command({
      input: z.object(siteFields).partial().extend({ id: opaqueId }),
      output: site,
      refusals: ['site_not_found', 'invalid_body'],
      issues: siteIssues,
    }),
    /** In the order in which they were added. */
    listUsers: query({ input: listPage, output: listOf(user), refusals: [] }),
    createUser: command({ input: z.object(userFields), output: user, refusals: ['email_taken'] }),
    updateUser: command({
      input: z.object(userFields).partial().extend({ id: opaqueId }),
      output: user,
      refusals: ['user_not_found', 'email_taken'],
      issues: userIssues,
    }),
    deleteUser: command({
      input: z.object({ id: opaqueId }),
      output: z.object({ id: z.string(), object: z.literal('user'), deleted: z.literal(true) }),
      refusals: ['user_not_found'],
      issues: userIssues,
    }),
    getPolicies: query({ input: empty, output: policies, refusals: [] }),
    putPolicies: command({ input: policies, output: policies, refusals: [] }),

    /** All that a booking needs to know of its tenant and its two sites; any text is looked up. */
    bookingFacts: query({
      input: z.object({ pickup_site_id: requiredText(64), dropoff_site_id: requiredText(64) }),
      output: z.object({
        tenant: z.object({ id: z.string(), name: z.string() }),
        pickup: bookingSite,
        dropoff: bookingSite,
        policies,
      }),
      refusals: ['unknown_site'],
    }),
    /** The same for many bookings; a site that the tenant may not use is left out. */
    bookingSites: query({
      input: z.object({ site_ids: z.array(requiredText(64)).max(200) }),
      output: z.object({
        tenant: z.object({ id: z.string(), name: z.string() }),
        policies,
        sites: z.array(bookingSite),
      }),
      refusals: [],
    }),

    /** For billing: any tenant's; until some are set, its name and nothing else. */
    billingDetails: query({
      input: z.object({ tenant_id: opaqueId }),
      output: billingDetails,
      refusals: ['unknown_tenant'],
    }),

    /** Whether a usable site receives at that moment, by its own clock; null for one that is none. */
    openAt: query({
      input: z.object({
        moments: z.array(z.object({ site_id: requiredText(64), at: timestamp })).max(50),
      }),
      output: z.object({ open: z.array(z.boolean().nullable()) }),
      refusals: [],
    }),

    // Credentials: asked by the gateway.
    /** An access token; `error` is one of RFC 6749 section 5.2. */
    issueToken: query({
      input: z.object({
        client_id: z.string().max(200),
        client_secret: z.string().max(500),
        scope: z.string().max(2000).optional(),
      }),
      output: z.union([
        z.object({ access_token: z.string(), expires_in: z.int(), scope: z.string() }),
        z.object({ error: z.enum(['invalid_client', 'invalid_scope']) }),
      ]),
      refusals: [],
    }),
    /** Public signing keys (RFC 7517): the next, the active and those retired within a token's life. */
    jwks: query({
      input: empty,
      output: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
      refusals: [],
    }),
    verifyApiKey: query({
      input: z.object({ key: z.string().max(200) }),
      output: z.object({ principal: principal.nullable() }),
      refusals: [],
    }),
    /** For a caller of the sandbox: takes one place in its exact sliding window (60 s). */
    admit: command({
      input: z.object({ caller: z.string().max(200), limit: z.int().positive() }),
      output: admission,
      refusals: [],
    }),

    // Administration by the platform's operator, not routed by the gateway.
    createTenant: command({
      input: z.object({ id: opaqueId.optional(), name: requiredText(120) }),
      output: z.object({ id: z.string(), name: z.string() }),
      refusals: [],
    }),
    putBillingDetails: command({
      input: billingDetails,
      output: billingDetails,
      refusals: ['unknown_tenant'],
    }),
    /**
     * `id` and `shared` are the operator's to choose: sandbox sites have published ids. An id that
     * another tenant's site has is refused.
     */
    putSite: command({
      input: newSite.extend({ id: opaqueId, shared: z.boolean() }),
      output: site,
      refusals: ['site_not_found', 'invalid_body'],
    }),
    /** Tenants whose sites the tenant may book to from now on, beside its own: a wholesaler's pharmacies. */
    putCustomers: command({
      input: z.object({ tenant_ids: z.array(opaqueId).max(10_000) }),
      output: z.object({ tenant_ids: z.array(z.string()) }),
      refusals: ['unknown_tenant'],
    }),
    createClient: command({
      input: z.object({
        name: requiredText(120),
        scopes: z.array(scope).min(1),
        /** Carried in its tokens as the claim `driver_id`. */
        driver_id: opaqueId.optional(),
      }),
      output: z.object({ client_id: z.string(), client_secret: z.string() }),
      refusals: [],
      secret: true,
    }),
    revokeClient: command({
      input: z.object({ client_id: opaqueId }),
      output: z.object({ revoked: z.boolean() }),
      refusals: [],
    }),
    createApiKey: command({
      input: z.object({ name: requiredText(120) }),
      output: z.object({ key_id: z.string(), api_key: z.string() }),
      refusals: [],
      secret: true,
    }),
    revokeApiKey: command({
      input: z.object({ key_id: opaqueId }),
      output: z.object({ revoked: z.boolean() }),
      refusals: [],
    }),
    /**
     * Publishes a new signing key; it signs once every verifier can have fetched it. `immediately`
     * is for the first start and for a leaked key; the very first key always signs at once.
     */
    rotateSigningKey: command({
      input: z.object({ immediately: z.boolean().default(false) }),
      output: z.object({ kid: z.string() }),
      refusals: [],
    }),
  },
  events: { 'sandbox.expired': sandboxExpired },
});
