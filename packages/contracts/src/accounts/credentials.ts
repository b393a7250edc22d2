/** Authorization: scopes, authenticated callers, slots of the sandbox rate window. */
import { z } from 'zod';
import { clientId } from '../description.ts';

/** Lifetime of an access token (API document, Limits). */
export const tokenLifeSeconds = 900;

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
  'audit:read',
] as const;
/** Scopes of the carrier's own clients. */
export const carrierScopes = ['ops:dispatch', 'ops:disposition', 'ops:courier'] as const;
export const scopes = [...tenantScopes, ...carrierScopes] as const;
/** Scopes that an API key may have on live: low-risk reads (quotes by GET only) and the stock feed. */
export const apiKeyScopes = [
  'quotes:write',
  'jobs:read',
  'tracking:read',
  'certificates:read',
  'partner:stock',
] as const satisfies readonly (typeof scopes)[number][];
/** Scope of a telemetry provider: alone of its client, or of the key that forwards its own format. */
export const providerScopes = ['telemetry:write'] as const satisfies readonly Scope[];
/** Scopes that keys have: those of a provider's key only the carrier's tracking can give. */
export const keyScopes = [...apiKeyScopes, ...providerScopes] as const;
export type KeyScope = (typeof keyScopes)[number];
/** What each scope grants (API document, Authentication). */
export const scopeGrants: Readonly<Record<(typeof scopes)[number], string>> = {
  'quotes:write': 'Create quotes, read service levels.',
  'jobs:write': 'Book, change and cancel jobs; manifests and routes.',
  'jobs:read': 'Read jobs and handover codes.',
  'tracking:read': "Tracking URL, ETA, driver's first name and photo, vehicle.",
  'custody:read': 'Custody events, seals and bundles.',
  'temperature:read': 'Temperature traces.',
  'pod:read': 'Proof of delivery: recipient, signature, photo.',
  'certificates:read': 'Certificates of custody and of the cold chain.',
  'invoices:read': 'Invoices and statements.',
  'admin:users': 'Users of the organisation.',
  'admin:sites': 'Sites, cost centres and policies.',
  'webhooks:manage': 'Register endpoints, rotate secrets, replay and list events.',
  'partner:orders': 'Pharmacy quotes and order readiness.',
  'partner:stock': 'Stock feeds.',
  'telemetry:write': 'Send readings of vehicles and probes.',
  'audit:read': 'Audit log: changes by people of your organisation, and changes of its data.',
  'ops:dispatch': "Carrier's control desk: jobs of all tenants, drivers, vehicles, payments.",
  'ops:disposition': 'Release, quarantine or discard contents that were out of range.',
  'ops:courier': "Driver's device: jobs of its own driver.",
};
export const scope = z.enum(scopes);
export type Scope = z.infer<typeof scope>;

const apiKeyPrefix = 'key_';
/** Whether the caller of an action, as named by the gateway, is an API key. */
export const isApiKey = (actor: string): boolean => actor.startsWith(apiKeyPrefix);

/** The authenticated caller of a token or key. */
export const principal = z.object({
  tenant_id: z.string(),
  client_id: z.string(),
  scopes: z.array(scope),
  /** The driver of this device: a courier's client moves only that driver's jobs. */
  driver_id: z.string().optional(),
});
export type Principal = z.infer<typeof principal>;

export const admission = z.object({
  /** Tenant of the caller's data; a sandbox caller gets a new one after six idle hours. */
  tenant_id: z.string(),
  admitted: z.boolean(),
  limit: z.int(),
  remaining: z.int(),
  /** Whole seconds until the window has room again. */
  reset_seconds: z.int(),
  /**
   * `refused`: the caller would have been a new one; it has no tenant, and nothing is stored about
   * it.
   */
  caller: z.enum(['known', 'new', 'refused']).default('known'),
});

/**
 * Topic of hints about credentials; a verifier that misses one detects the change at its next poll.
 */
export const credentialTopic = 'accounts.credentials';
export const credentialHint = z.union([
  z.object({ revoked_client_id: z.string().max(200) }),
  z.object({ revoked_key_id: z.string().max(200) }),
  z.object({ changed_key_id: z.string().max(200) }),
  z.object({ signing_keys_changed: z.literal(true) }),
]);
export type CredentialHint = z.infer<typeof credentialHint>;

/** Topic of hints that sessions of a tenant's users ended or changed role. */
export const sessionsTopic = 'accounts.sessions';
export const sessionsHint = z.object({ tenant_id: z.string().max(200) });
export type SessionsHint = z.infer<typeof sessionsHint>;

/** `error` is one of RFC 6749 section 5.2. */
export const issuedToken = z.union([
  z.object({ access_token: z.string(), expires_in: z.int().min(1), scope: z.string() }),
  z.object({ error: z.enum(['invalid_client', 'invalid_scope']) }),
]);

export const clientCredentials = z
  .object({
    client_id: clientId,
    client_secret: z.string().describe('Client secret. Returned only once.'),
  })
  .describe('Id and secret of an OAuth client. The secret is returned only once.');
