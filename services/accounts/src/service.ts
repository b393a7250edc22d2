import { accounts } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { admit } from './actions/admit.ts';
import { billingDetails } from './actions/billing-details.ts';
import { bookingDetails } from './actions/booking-details.ts';
import { bookingSites } from './actions/booking-sites.ts';
import { createApiKey } from './actions/create-api-key.ts';
import { createClient } from './actions/create-client.ts';
import { createSite } from './actions/create-site.ts';
import { createTenant } from './actions/create-tenant.ts';
import { createUser } from './actions/create-user.ts';
import { deleteUser } from './actions/delete-user.ts';
import { getPolicies } from './actions/get-policies.ts';
import { issueToken } from './actions/issue-token.ts';
import { jwks } from './actions/jwks.ts';
import { listRevokedClients } from './actions/list-revoked-clients.ts';
import { listSites } from './actions/list-sites.ts';
import { listUsers } from './actions/list-users.ts';
import { openAt } from './actions/open-at.ts';
import { putBillingDetails } from './actions/put-billing-details.ts';
import { putCustomers } from './actions/put-customers.ts';
import { putPolicies } from './actions/put-policies.ts';
import { putSite } from './actions/put-site.ts';
import { revokeApiKey } from './actions/revoke-api-key.ts';
import { revokeClient } from './actions/revoke-client.ts';
import { rotateSigningKey } from './actions/rotate-signing-key.ts';
import { tenantContact } from './actions/tenant-contact.ts';
import { updateSite } from './actions/update-site.ts';
import { updateUser } from './actions/update-user.ts';
import { verifyApiKey } from './actions/verify-api-key.ts';
import { config } from './config.ts';
import { expireCallers } from './schedules/expire-callers.ts';
import { rotateSigningKeys } from './schedules/rotate-signing-keys.ts';

export const accountsService = defineService({
  contract: accounts,
  calls: {},
  config,
  actions: {
    listSites,
    createSite,
    updateSite,
    listUsers,
    createUser,
    updateUser,
    deleteUser,
    getPolicies,
    putPolicies,
    tenantContact,
    putCustomers,
    bookingDetails,
    billingDetails,
    bookingSites,
    openAt,
    issueToken,
    jwks,
    listRevokedClients,
    verifyApiKey,
    admit,
    createTenant,
    putBillingDetails,
    putSite,
    createClient,
    revokeClient,
    createApiKey,
    revokeApiKey,
    rotateSigningKey,
  },
  reactions: [],
  schedules: [rotateSigningKeys, expireCallers],
  migrations: migrationsIn(import.meta.dirname),
});
