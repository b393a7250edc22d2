/** Stand-ins for the services that tracking asks and hears, on the real bus. */
import { accounts, type Certificate, custody, jobs } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { snapshot } from '@svc/kit/testing/job-snapshot';
import { anyEvents, standIn } from '@svc/kit/testing/stand-in';
import type { JobView } from '../src/domain/tracking-record.ts';

/** Jobs of the stand-in, by reference; the token of a page is the reference in lower case. */
export const shown = new Map<string, JobView>();

function shownBy(isIt: (view: JobView) => boolean): JobView {
  const found = [...shown.values()].find(isIt);
  if (!found) throw new Refusal('tracking_not_found', 'No job with this reference.');
  return found;
}

/** Emits whatever the test wants told, whole or not. */
const jobsStandIn = standIn(
  { ...jobs, events: anyEvents(Object.keys(jobs.events)) },
  {
    locateForDesk: async ({ id }) => {
      const view = [...shown.values()].find((each) => each.id === id || each.ref === id);
      if (!view) throw new Refusal('job_not_found', 'No job with this id.');
      const { id: jobId, ref, tenant_id, status, last_sequence } = view;
      const { driver_id = null, vehicle_id = null } = view.assignment ?? {};
      const crew = { driver_id, vehicle_id, parcels: 2 };
      return { id: jobId, ref, tenant_id, ...crew, status, last_sequence };
    },
    locate: async ({ id }, { tenant }) => {
      const view = [...shown.values()].find(
        (each) => (each.id === id || each.ref === id) && each.tenant_id === tenant,
      );
      if (!view) throw new Refusal('job_not_found', 'No job with this id.');
      const { id: jobId, ref, status, last_sequence } = view;
      const { requirements } = snapshot();
      return { id: jobId, tenant_id: tenant, ref, status, requirements, last_sequence };
    },
    track: async ({ ref }, { tenant }) =>
      shownBy((view) => view.ref === ref && view.tenant_id === tenant),
    trackByToken: async ({ token }) => shownBy((view) => view.ref.toLowerCase() === token),
  },
);

/** Certificates that custody has issued, by job. */
export const certified = new Map<string, { certificate: Certificate; certificate_jws: string }>();

const custodyStandIn = standIn(custody, {
  coldChainCertificate: async ({ id }) => {
    const signed = certified.get(id);
    if (!signed) throw new Refusal('certificate_pending', 'Not issued yet.');
    return { ...signed, jwks: { keys: [] } };
  },
  issuedCertificates: async ({ job_id }) => {
    const { certificate } = certified.get(job_id) ?? {};
    return { certificates: certificate ? [certificate] : [] };
  },
});

/** The only site that there is. */
const clinicNorth = {
  type: 'clinic',
  ...{ id: 'cli-0', name: 'Clinic North', tenant_id: 'ten_sites' },
  ...{ address: '1 Marula Road', phone: null, position: { lat: -26.2, lng: 28.04 } },
  ...{ time_zone: 'Africa/Johannesburg', receiving_hours: '24/7' },
} as const;

/** Requests to the stand-in of accounts, in order. */
export const asked: {
  tenant: string;
  made?: unknown;
  revoked?: string;
  enrols?: string;
  ends?: string;
}[] = [];

const accountsStandIn = standIn(accounts, {
  createClient: async (made, { tenant }) => {
    asked.push({ tenant, made });
    return { client_id: `cli_${asked.length}`, client_secret: `secret ${asked.length}` };
  },
  createProviderKey: async (made, { tenant }) => {
    asked.push({ tenant, made });
    return { key_id: `key_${asked.length}`, api_key: `svc_live_${asked.length}` };
  },
  rotateApiKey: async ({ id }, { now }) => ({
    object: 'api_key',
    id,
    name: 'Telemetry',
    scopes: ['telemetry:write'],
    created_at: '2026-11-02T08:00:00.000Z',
    rotated_at: now.toISOString(),
    last_used_at: null,
    secret_last_used_at: null,
    old_secret: { expires_at: '2026-11-03T09:00:00.000Z', last_used_at: null },
    api_key: `svc_live_${id}_2`,
  }),
  siteDetails: async ({ site_ids }) => ({ sites: site_ids.includes('cli-0') ? [clinicNorth] : [] }),
  revokeClient: async ({ client_id }, { tenant }) => {
    asked.push({ tenant, revoked: client_id });
    return { revoked: true };
  },
  revokeDriverAccess: async ({ driver_id }, { tenant }) => {
    asked.push({ tenant, ends: driver_id });
    return { client_ids: [] };
  },
  createDeviceEnrolment: async ({ driver_id }, { tenant }) => {
    asked.push({ tenant, enrols: driver_id });
    const initial_access_token = `enrolment ${asked.length}`;
    const expires_at = '2026-11-03T08:00:00.000Z';
    return { object: 'device_enrolment', driver_id, initial_access_token, expires_at };
  },
});

export const neighbours = [accountsStandIn, jobsStandIn, custodyStandIn];
