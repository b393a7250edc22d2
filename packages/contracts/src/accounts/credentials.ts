/** Who may call: scopes, callers proved by a credential, places in a sandbox window. */
import { z } from 'zod';

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

/** The authenticated caller of a token or key. */
export const principal = z.object({
  tenant_id: z.string(),
  client_id: z.string(),
  scopes: z.array(scope),
  /** The driver whose device this is: a courier's client moves only that driver's jobs. */
  driver_id: z.string().optional(),
});
export type Principal = z.infer<typeof principal>;

export const admission = z.object({
  /** Whose data the caller's requests are about; another one after six idle hours. */
  tenant_id: z.string(),
  admitted: z.boolean(),
  limit: z.int(),
  remaining: z.int(),
  /** Whole seconds until the window has room again. */
  reset_seconds: z.int(),
  /** `refused`: it would have been a new one. It has no tenant, and nothing is kept of it. */
  caller: z.enum(['known', 'new', 'refused']).default('known'),
});

/** Topic of hints about credentials; a verifier that misses one finds out when it looks again. */
export const credentialTopic = 'accounts.credentials';
export const credentialHint = z.union([
  z.object({ revoked_client_id: z.string().max(200) }),
  z.object({ signing_keys_changed: z.literal(true) }),
]);
export type CredentialHint = z.infer<typeof credentialHint>;

export const clientCredentials = z.object({ client_id: z.string(), client_secret: z.string() });
