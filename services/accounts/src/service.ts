import { accounts } from '@svc/contracts';
import { defineService } from '@svc/kit/service';
import { admit } from './actions/admit.ts';
import { bookingFacts } from './actions/booking-facts.ts';
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
import { listSites } from './actions/list-sites.ts';
import { listUsers } from './actions/list-users.ts';
import { putPolicies } from './actions/put-policies.ts';
import { putSite } from './actions/put-site.ts';
import { revokeApiKey } from './actions/revoke-api-key.ts';
import { revokeClient } from './actions/revoke-client.ts';
import { rotateSigningKey } from './actions/rotate-signing-key.ts';
import { updateSite } from './actions/update-site.ts';
import { updateUser } from './actions/update-user.ts';
import { verifyApiKey } from './actions/verify-api-key.ts';
import { config } from './config.ts';
import { migrations } from './migrations/index.ts';
import { purgeRateWindows } from './schedules/purge-rate-windows.ts';
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
    bookingFacts,
    bookingSites,
    issueToken,
    jwks,
    verifyApiKey,
    admit,
    createTenant,
    putSite,
    createClient,
    revokeClient,
    createApiKey,
    revokeApiKey,
    rotateSigningKey,
  },
  reactions: [],
  schedules: [rotateSigningKeys, purgeRateWindows],
  migrations,
});
