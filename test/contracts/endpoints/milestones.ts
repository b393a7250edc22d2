/** Reports of couriers and the desk about a job: milestones and incidents. */
import { jobs as jobsContract } from '@svc/contracts';
import { noProof, seal } from '../../journeys/desk.ts';
import { type Answer, resource } from '../../journeys/http.ts';
import { type Actor, bookJob } from '../requests.ts';
import { courierOf } from './courier-device.ts';
import { type EndpointCases, having } from './endpoint.ts';
import { bookedJob, collectedJob } from './fixtures.ts';

const assign = ({ send, crew }: Actor, id: string) =>
  send(`POST /ops/jobs/${id}/assign`, { body: crew });
const report = ({ send }: Actor, id: string, body: object) =>
  send(`POST /ops/jobs/${id}/milestones`, { body });

/** Signature headers, which a token that is bound to no key may not have. */
const unasked = {
  headers: { 'device-signature': 'e30.e30.e30', 'device-salt': 'a'.repeat(64) },
};

/** Its seal has to be scanned. */
async function scannedJob(actor: Actor): Promise<string> {
  const { id } = await bookJob(actor, { requirements: { ...noProof, scan: 'seal' } });
  await assign(actor, id);
  return id;
}

const handOver = { type: 'deliver', seal, recipient: 'Reception' };

/** Its recipient has to know the code. */
async function codedJob(actor: Actor): Promise<string> {
  const { id } = await bookJob(actor, { requirements: { ...noProof, otp: true } });
  await assign(actor, id);
  const box = { parcels_scanned: 1, box_temperature_c: 4.2 };
  await report(actor, id, { type: 'collect', seal, ...box });
  return id;
}

async function wrongCode(actor: Actor, id: string): Promise<Answer> {
  const answer = await actor.send(`GET /jobs/${id}/handover-code`);
  const { code } = resource(answer, 200, jobsContract.actions.handoverCode.output);
  const handover_code = code === '000000' ? '000001' : '000000';
  return report(actor, id, { ...handOver, handover_code });
}

export const milestones: EndpointCases = {
  refusals: {
    invalid_time: { body: { at: '2026-01-01T00:00:00Z' } },
    device_signature_required: { send: courierOf },
    invalid_device_signature: { send: unasked },
    'reachMilestone invalid_transition': { at: bookedJob },
    'reachMilestone invalid_seal': { body: { seal: '-' } },
    'reachMilestone proof_required': { at: codedJob, send: { body: handOver } },
    'reachMilestone invalid_handover_code': having(codedJob, wrongCode),
    'reachMilestone handover_locked': having(codedJob, async (actor, id) => {
      for (let tries = 0; tries < 5; tries += 1) await wrongCode(actor, id);
      return wrongCode(actor, id);
    }),
    'reachMilestone unknown_file': {
      at: collectedJob,
      send: { body: { ...handOver, signature_file_id: 'file_absent' } },
    },
    'reachMilestone scan_required': { at: scannedJob },

    'reportIncident unknown_file': { body: { photo_file_id: 'file_absent' } },
    'reportIncident job_not_found': { body: { job_id: 'absent' } },
  },
};
