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
      return { id: jobId, ref, tenant_id, driver_id: null, status, last_sequence };
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

/** Requests to the stand-in of accounts, in order. */
export const asked: { tenant: string; made?: unknown; revoked?: string; enrols?: string }[] = [];

const accountsStandIn = standIn(accounts, {
  createClient: async (made, { tenant }) => {
    asked.push({ tenant, made });
    return { client_id: `cli_${asked.length}`, client_secret: `secret ${asked.length}` };
  },
  revokeClient: async ({ client_id }, { tenant }) => {
    asked.push({ tenant, revoked: client_id });
    return { revoked: true };
  },
  createDeviceEnrolment: async ({ driver_id }, { tenant }) => {
    asked.push({ tenant, enrols: driver_id });
    const initial_access_token = `enrolment ${asked.length}`;
    const expires_at = '2026-11-03T08:00:00.000Z';
    return { object: 'device_enrolment', driver_id, initial_access_token, expires_at };
  },
});

export const neighbours = [accountsStandIn, jobsStandIn, custodyStandIn];
