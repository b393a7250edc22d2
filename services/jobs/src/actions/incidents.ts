import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { unlessAway } from '@svc/kit/unless-away';
import { signatureDigest } from '../adapters/signature-digest.ts';
import { command, type JobsClients, query } from '../define.ts';
import { type IncidentRecord, reportedTime, toIncident } from '../domain/incident.ts';
import { requireOwn } from '../domain/job.ts';
import { badSignature, requireSignedAction, requireSignedTime } from '../domain/signed-action.ts';
import { getAnyJob, lockAnyJob } from '../store/dispatch-jobs.ts';
import { findSignedIncident, listIncidents as listStored } from '../store/incidents.ts';
import { recordIncident } from '../workflows/record-incident.ts';

export const listIncidents = query('listIncidents', async (filter, { db, clients }) => {
  const found = await listStored(db, filter);
  const urls = await photoUrls(found.slice(0, filter.limit), clients);
  const resources = found.map((each) => ({
    ...toIncident(each),
    photo_url: urls.get(each.photo_file_id ?? '') ?? null,
  }));
  return toPage(resources, filter.limit);
});

/** Links to the photos, by file id; empty while custody is unavailable. */
async function photoUrls(
  incidents: readonly IncidentRecord[],
  { custody }: Pick<JobsClients, 'custody'>,
): Promise<ReadonlyMap<string, string>> {
  const file_ids = incidents.flatMap(({ photo_file_id }) => photo_file_id ?? []);
  if (file_ids.length === 0) return new Map();
  const found = await unlessAway(custody.photoLinks({ file_ids }));
  return new Map(found?.links.map(({ file_id, url }) => [file_id, url]));
}

export const reportIncident = command('reportIncident', {
  /** The named photo, where it belongs to the job. */
  gather: async ({ job_id: idOrRef, photo_file_id }, { db, clients }) => {
    if (photo_file_id === undefined) return undefined;
    const { id: job_id } = await getAnyJob(db, idOrRef);
    const { files } = await clients.custody.filesOf({ job_id, file_ids: [photo_file_id] });
    return files.find(({ kind }) => kind === 'photo');
  },
  handle: async ({ job_id, courier_id, device, at: said, ...report }, context) => {
    const { now, actor: reported_by, gathered: photo } = context;
    const job = await lockAnyJob(context.db, job_id);
    requireOwn(job, courier_id);
    if (report.photo_file_id !== undefined && !photo) {
      throw new Refusal('unknown_file', 'The job has no photo with the id that was sent.');
    }
    const told = said === undefined ? undefined : new Date(said);
    if (device) {
      const files = photo ? [`sha256:${photo.sha256}`] : [];
      requireSignedAction(job, device, { action: 'incident', seal: null, files });
      requireSignedTime(device, told);
      // The receipt of the request may have expired; its signature does not.
      const known = { job_id: job.id, device_jti: device.jti };
      const reported = await findSignedIncident(context.db, job.tenant_id, known);
      if (reported) {
        const first = reported.device_signature_sha256 ?? signatureDigest(device);
        if (first === signatureDigest(device)) return toIncident(reported);
        throw badSignature('its `jti` belongs to an earlier incident of the job');
      }
    }
    const at = reportedTime(job, { now, at: told });
    const device_signature_sha256 = device && signatureDigest(device);
    const signed = { device_jti: device?.jti, device_signature_sha256 };
    const incident = await recordIncident(job, context, { ...report, ...signed, at, reported_by });
    const { id: incident_id, category, severity } = incident;
    context.recordChange({
      ...{ object: job.id, tenant: job.tenant_id },
      after: { incident_id, category, severity },
    });
    return toIncident(incident);
  },
});
