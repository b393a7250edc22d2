import { type CredentialHint, credentialTopic } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { claimedDevice, thumbprintOf, verifyAssertion } from '../adapters/device-key.ts';
import { randomSecret, tokenHash } from '../adapters/secret-hash.ts';
import { command, query } from '../define.ts';
import {
  deviceScopes,
  enrolmentLifeMs,
  toCourierDevice,
  unknownCourierDevice,
} from '../domain/courier-device.ts';
import { carrierOnly } from '../domain/scopes.ts';
import { findTokenRecord } from '../store/clients.ts';
import {
  findByEnrolment,
  findCourierDevice,
  insertCourierDevice,
  listCourierDevices as listStored,
  revokeCourierDevice,
  revokeDriver,
} from '../store/courier-devices.ts';
import { saveEnrolment, takeEnrolment, useAssertion } from '../store/device-credentials.ts';
import { isCarrier } from '../store/tenants.ts';
import { issueAccessToken } from '../workflows/access-token.ts';
import { noteUse } from '../workflows/last-uses.ts';

export const createDeviceEnrolment = command('createDeviceEnrolment', {
  handle: async ({ driver_id }, { db, tenant, now }) => {
    if (!(await isCarrier(db, tenant))) throw carrierOnly();
    const initial_access_token = randomSecret();
    const expires_at = new Date(now.getTime() + enrolmentLifeMs);
    const token_hash = tokenHash(initial_access_token);
    await saveEnrolment(db, tenant, { driver_id, token_hash, expires_at });
    const made = { object: 'device_enrolment' as const, driver_id, initial_access_token };
    return { ...made, expires_at: expires_at.toISOString() };
  },
});

export const registerDevice = command('registerDevice', {
  gather: ({ public_key }) => thumbprintOf(public_key),
  handle: async ({ initial_access_token, name, public_key }, { db, now, gathered }) => {
    if (gathered === undefined) return { error: 'invalid_client_metadata' };
    const key_thumbprint = gathered;
    const enrolment_hash = tokenHash(initial_access_token);
    const enrolment = await takeEnrolment(db, enrolment_hash);
    if (!enrolment || enrolment.expires_at <= now) {
      // The response may have been lost: a retry returns the device that is enrolled already.
      const known = await findByEnrolment(db, enrolment_hash);
      if (known?.key_thumbprint !== key_thumbprint) return { error: 'invalid_token' };
      return { client_id: known.id, issued_at: known.created_at.toISOString() };
    }
    const { tenant_id, driver_id } = enrolment;
    const id = newId('cdv_', now);
    const device = { id, driver_id, name, public_key, key_thumbprint, enrolment_hash };
    const times = { created_at: now, last_used_at: null };
    if (!(await insertCourierDevice(db, tenant_id, { ...device, ...times }))) {
      await saveEnrolment(db, tenant_id, { ...enrolment, token_hash: enrolment_hash });
      return { error: 'invalid_client_metadata' };
    }
    return { client_id: id, issued_at: now.toISOString() };
  },
});

export const issueDeviceToken = command('issueDeviceToken', {
  handle: async ({ client_id, client_assertion, scope }, { db, config, now }) => {
    const id = claimedDevice(client_assertion) ?? '';
    const device = await findCourierDevice(db, id);
    if (!device || id !== (client_id ?? id)) return { error: 'invalid_client' };
    const { tenant_id, driver_id, public_key: key, key_thumbprint } = device;
    const assertion = await verifyAssertion(client_assertion, { id, key, now, config });
    if (!assertion) return { error: 'invalid_client' };
    const used = { device_id: id, ...assertion };
    if (!(await useAssertion(db, tenant_id, used))) return { error: 'invalid_client' };
    noteUse(config, id, now);
    const { keys } = await findTokenRecord(db, '');
    const holder = { client_id: id, tenant_id, driver_id, key_thumbprint, scopes: deviceScopes };
    return issueAccessToken(holder, scope, { keys, config, now });
  },
});

export const listCourierDevices = query('listCourierDevices', async (page, { db, tenant }) =>
  toPage((await listStored(db, tenant, page)).map(toCourierDevice), page.limit),
);

export const revokeDriverAccess = command('revokeDriverAccess', {
  handle: async ({ driver_id }, { db, tenant, now, hint }) => {
    const client_ids = await revokeDriver(db, tenant, { driver_id, at: now });
    for (const revoked_client_id of client_ids) {
      hint(credentialTopic, { revoked_client_id } satisfies CredentialHint);
    }
    return { client_ids };
  },
});

export const removeCourierDevice = command('removeCourierDevice', {
  handle: async ({ id }, { db, tenant, now, hint }) => {
    if (!(await revokeCourierDevice(db, tenant, { id, at: now }))) throw unknownCourierDevice();
    hint(credentialTopic, { revoked_client_id: id } satisfies CredentialHint);
    return { id, object: 'courier_device', deleted: true };
  },
});
