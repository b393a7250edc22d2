import { accounts } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { admit } from './actions/admit.ts';
import {
  addApiKey,
  createApiKey,
  createProviderKey,
  listApiKeys,
  removeApiKey,
  revokeApiKey,
  verifyApiKey,
} from './actions/api-keys.ts';
import { billingDetails, putBillingDetails } from './actions/billing-details.ts';
import { bookingDetails, bookingSites } from './actions/booking-details.ts';
import {
  addClient,
  createClient,
  listClients,
  listCredentials,
  listRevokedClients,
  removeClient,
  revokeClient,
} from './actions/clients.ts';
import {
  createDeviceEnrolment,
  issueDeviceToken,
  listCourierDevices,
  registerDevice,
  removeCourierDevice,
  revokeDriverAccess,
} from './actions/courier-devices.ts';
import {
  acceptInvitation,
  findInvitation,
  inviteUser,
  listSignInStates,
  renewInvitation,
  withdrawInvitation,
} from './actions/invitations.ts';
import { listChanges, listRequests, recordRequests } from './actions/logs.ts';
import { endSession, endSessions, findPerson, listSessions, signIn } from './actions/people.ts';
import { getPolicies, putPolicies } from './actions/policies.ts';
import {
  endOldApiKey,
  endOldClientSecret,
  rotateApiKey,
  rotateClientSecret,
} from './actions/secret-rotation.ts';
import { jwks, rotateSigningKey } from './actions/signing-keys.ts';
import {
  createSite,
  listSites,
  listSitesForDesk,
  openAt,
  putSite,
  siteDetails,
  updateSite,
} from './actions/sites.ts';
import { createTenant, listTenants, putCustomers, tenantContact } from './actions/tenants.ts';
import { issueToken } from './actions/tokens.ts';
import { usage } from './actions/usage.ts';
import { createUser, deleteUser, listUsers, updateUser } from './actions/users.ts';
import { purpose as signingKeys } from './adapters/access-token.ts';
import { keptHash, purposeOf } from './adapters/secret-hash.ts';
import { config } from './config.ts';
import { calls, purge } from './define.ts';
import { eraseJobReasons, onChangeRecorded } from './reactions/on-change-recorded.ts';
import { expireCallers } from './schedules/expire-callers.ts';
import {
  purgeCredentials,
  purgeDeviceCredentials,
  purgeRequestCounts,
  purgeRequests,
  purgeSessions,
} from './schedules/retention.ts';
import { rotateSigningKeys } from './schedules/rotate-signing-keys.ts';
import { recordLastUses } from './workers/record-last-uses.ts';
import { metrics } from './workflows/metrics.ts';

export const accountsService = defineService({
  contract: accounts,
  calls,
  config,
  actions: {
    listSites,
    listSitesForDesk,
    siteDetails,
    createSite,
    updateSite,
    recordRequests,
    listRequests,
    usage,
    listChanges,
    listUsers,
    createUser,
    updateUser,
    deleteUser,
    inviteUser,
    renewInvitation,
    withdrawInvitation,
    listSignInStates,
    findInvitation,
    acceptInvitation,
    signIn,
    findPerson,
    listSessions,
    endSession,
    endSessions,
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
    listTenants,
    listCredentials,
    putBillingDetails,
    putSite,
    addClient,
    listClients,
    removeClient,
    addApiKey,
    listApiKeys,
    removeApiKey,
    rotateClientSecret,
    endOldClientSecret,
    rotateApiKey,
    endOldApiKey,
    createClient,
    revokeClient,
    createDeviceEnrolment,
    registerDevice,
    issueDeviceToken,
    listCourierDevices,
    removeCourierDevice,
    revokeDriverAccess,
    createApiKey,
    createProviderKey,
    revokeApiKey,
    rotateSigningKey,
  },
  reactions: onChangeRecorded,
  workers: [recordLastUses],
  schedules: [
    rotateSigningKeys,
    expireCallers,
    purgeCredentials,
    purgeDeviceCredentials,
    purgeRequests,
    purgeRequestCounts,
    purgeSessions,
  ],
  erasure: eraseJobReasons,
  purge: purge([], {
    tables: ['request_log', 'request_count', 'session', 'identity', 'invitation', 'tenant_user'],
  }),
  encrypted: [
    {
      table: 'client',
      column: 'secret_hash',
      purpose: purposeOf('client'),
      plainOf: keptHash('client'),
    },
    {
      table: 'client',
      column: 'old_secret_hash',
      purpose: purposeOf('client'),
      plainOf: keptHash('client'),
    },
    {
      table: 'api_key',
      column: 'secret_hash',
      purpose: purposeOf('api_key'),
      plainOf: keptHash('api_key'),
    },
    {
      table: 'api_key',
      column: 'old_secret_hash',
      purpose: purposeOf('api_key'),
      plainOf: keptHash('api_key'),
    },
    { table: 'signing_key', column: 'encrypted_private_jwk', purpose: signingKeys },
  ],
  migrations: migrationsIn(import.meta.dirname),
  metrics,
});
