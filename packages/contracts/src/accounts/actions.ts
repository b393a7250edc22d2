import { z } from 'zod';
import { command, query } from '../define.ts';
import { objectType, userId } from '../description.ts';
import {
  byId,
  empty,
  listOf,
  opaqueId,
  page,
  pageOf,
  requiredLine,
  timestamp,
} from '../primitives.ts';
import { auditLogActions } from './audit-log.ts';
import { credentialActions, giverScopes } from './clients.ts';
import { courierDeviceActions } from './courier-devices.ts';
import { admission, issuedToken, principal } from './credentials.ts';
import { invitationActions } from './invitations.ts';
import { operatorActions } from './operator.ts';
import { peopleActions } from './people.ts';
import { requestLogActions } from './request-log.ts';
import {
  billingDetails,
  bookingSite,
  contact,
  deskSite,
  listPage,
  newSite,
  policies,
  site,
  siteDetails,
  siteFields,
  tenantPolicies,
  user,
  userFields,
} from './resource.ts';
import { usageActions } from './usage.ts';

const siteIssues = { 'id.invalid_format': 'site_not_found' } as const;

const revocationCursor = z.object({ revoked_at: timestamp, id: opaqueId });

const userIssues = { 'id.invalid_format': 'user_not_found' } as const;

export const accountsActions = {
  // Administration by the tenant itself: sites, users, policies.
  /** Own sites by name, then shared ones. */
  listSites: query({ input: listPage, output: listOf(site), refusals: [] }),
  /** For the carrier's desk: sites of all tenants, newest first. */
  listSitesForDesk: query({
    input: z.object({
      tenant_id: opaqueId.optional().describe('Only sites of this organisation: `ten_…`.'),
      ...page,
    }),
    output: pageOf(deskSite),
    refusals: [],
  }),
  /** For jobs: sites of any tenant, in no particular order; unknown ids are omitted. */
  siteDetails: query({
    input: z.object({ site_ids: z.array(requiredLine(64)).max(200) }),
    output: z.object({ sites: z.array(siteDetails) }),
    refusals: [],
  }),
  createSite: command({
    input: newSite,
    output: site,
    refusals: ['invalid_body', 'invalid_position'],
    example: {
      name: 'North clinic',
      type: 'clinic',
      address: '1 Main Road, Johannesburg',
      phone: '+27 11 555 0100',
      position: { lat: -26.2041, lng: 28.0473 },
      receiving_hours: 'Mo-Fr 08:00-17:00',
      cost_centres: ['CC-100'],
    },
  }),
  updateSite: command({
    input: z.object(siteFields).partial().extend({ id: opaqueId }),
    output: site,
    refusals: ['site_not_found', 'invalid_body', 'invalid_position'],
    issues: siteIssues,
    example: { id: 'site_01KAK7QW3ZC5V8M2N4P6R8T0XE', receiving_hours: '24/7' },
  }),
  /** In the order in which they were added. */
  listUsers: query({ input: listPage, output: listOf(user), refusals: [] }),
  createUser: command({
    audited: true,
    input: z.object(userFields).extend(giverScopes),
    output: user,
    refusals: ['email_taken', 'carrier_only', 'scope_not_held'],
    example: { email: 'desk@clinic.example', name: 'Front desk', role: 'booker' },
  }),
  updateUser: command({
    audited: true,
    input: z.object(userFields).partial().extend({ id: opaqueId }).extend(giverScopes),
    output: user,
    refusals: ['user_not_found', 'email_taken', 'carrier_only', 'scope_not_held'],
    issues: userIssues,
    example: { id: 'usr_01KAK7QW3ZC5V8M2N4P6R8T0XP', role: 'viewer' },
  }),
  deleteUser: command({
    audited: true,
    input: byId.extend(giverScopes),
    output: z.object({
      id: userId,
      object: objectType('user'),
      deleted: z.literal(true).describe('Always `true`: the user was removed.'),
    }),
    refusals: ['user_not_found', 'scope_not_held'],
    issues: userIssues,
  }),
  ...credentialActions,
  ...courierDeviceActions,
  ...requestLogActions,
  ...usageActions,
  ...auditLogActions,
  ...peopleActions,
  ...invitationActions,
  getPolicies: query({ input: empty, output: tenantPolicies, refusals: [] }),
  putPolicies: command({
    input: tenantPolicies,
    output: tenantPolicies,
    refusals: ['company_prefix_taken'],
    example: {
      default_cost_centre: 'CC-100',
      requirements: {
        'LAB-STD': { otp: true, id_check: false, signature: true, photo: false },
      },
      contact: { phone: '+27 11 555 0100', email: 'desk@lab.example' },
    },
  }),
  /** For the public pages: the contact of any tenant; null until one is set. */
  tenantContact: query({
    input: z.object({ tenant_id: opaqueId }),
    output: z.object({ contact: contact.nullable() }),
    refusals: [],
  }),

  /** Tenant, policies and both sites of a booking. Accepts site ids of any form. */
  bookingDetails: query({
    input: z.object({ pickup_site_id: requiredLine(64), dropoff_site_id: requiredLine(64) }),
    output: z.object({
      tenant: z.object({ id: z.string(), name: z.string() }),
      pickup: bookingSite,
      dropoff: bookingSite,
      policies,
    }),
    refusals: ['unknown_site'],
  }),
  /** The same for many bookings; a site that the tenant may not use is omitted. */
  bookingSites: query({
    input: z.object({ site_ids: z.array(requiredLine(64)).max(200) }),
    output: z.object({
      tenant: z.object({ id: z.string(), name: z.string() }),
      policies,
      sites: z.array(bookingSite),
    }),
    refusals: [],
  }),

  /** For billing: details of any tenant; until some are set, only its name. */
  billingDetails: query({
    input: z.object({ tenant_id: opaqueId }),
    output: billingDetails,
    refusals: ['unknown_tenant'],
  }),

  /** Whether a usable site receives at that moment, in its own time zone; null for an unknown site. */
  openAt: query({
    input: z.object({
      moments: z.array(z.object({ site_id: requiredLine(64), at: timestamp })).max(50),
    }),
    output: z.object({ open: z.array(z.boolean().nullable()) }),
    refusals: [],
  }),

  // Credentials: called by the gateway.
  /** An access token. */
  issueToken: query({
    input: z.object({
      client_id: z.string().max(200),
      client_secret: z.string().max(500),
      scope: z.string().max(2000).optional(),
    }),
    output: issuedToken,
    refusals: [],
  }),
  /**
   * Public signing keys (RFC 7517): the next, the active and those retired within the lifetime of a
   * token.
   */
  jwks: query({
    input: empty,
    output: z.object({
      keys: z
        .array(z.record(z.string(), z.unknown()))
        .describe('Public keys as JWK (RFC 7517). Select yours by the `kid` of the token.'),
    }),
    refusals: [],
  }),
  /**
   * Clients and devices of any tenant whose tokens may still be valid, most recently revoked first.
   */
  listRevokedClients: query({
    input: z.object({ before: revocationCursor.optional() }),
    output: z.object({
      client_ids: z.array(z.string()),
      /** Cursor of the next page; null on the last. */
      next: revocationCursor.nullable().default(null),
    }),
    refusals: [],
  }),
  verifyApiKey: query({
    input: z.object({ key: z.string().max(200) }),
    output: z.object({
      principal: principal.nullable(),
      /** Expiry of a replaced key: verifiers must not cache it longer. */
      expires_at: timestamp.nullable().default(null),
      /** Owner of a correct key that is revoked or expired. */
      revoked: principal.pick({ tenant_id: true, client_id: true }).nullable().default(null),
    }),
    refusals: [],
  }),
  /** For sandbox callers: takes one slot of the caller's exact sliding window (60 s). */
  admit: command({
    input: z.object({
      caller: z.string().max(200),
      limit: z.int().positive(),
      /** Whether to refuse a caller that does not exist yet. */
      known_only: z.boolean().default(false),
    }),
    output: admission,
    refusals: [],
  }),

  ...operatorActions,
};
