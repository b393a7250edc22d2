/** What the carrier's desk and its couriers are refused. */
import { jobs } from '@svc/contracts';
import { newRegistration, noProof, seal } from '../../journeys/desk.ts';
import { type Answer, resource } from '../../journeys/http.ts';
import { type Actor, bookJob } from '../requests.ts';
import { assignedJob, collectedJob, deliveredJob } from '../targets.ts';
import { having, type Rule, type Rules, toAbsent } from './rule.ts';

const noImage = { raw: 'GIF89a', headers: { 'content-type': 'image/png' } };

const assign = ({ send, crew }: Actor, id: string, other: object = {}) =>
  send(`POST /ops/jobs/${id}/assign`, { body: { ...crew, ...other } });
const report = ({ send }: Actor, id: string, body: object) =>
  send(`POST /ops/jobs/${id}/milestones`, { body });

const booked = async (actor: Actor) => (await bookJob(actor)).id;
const assignedTo = (other: object): Rule => having(booked, (actor, id) => assign(actor, id, other));
const reporting = (make: typeof booked, body: object): Rule =>
  having(make, (actor, id) => report(actor, id, body));

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
  const { code } = resource(answer, 200, jobs.actions.handoverCode.output);
  const handover_code = code === '000000' ? '000001' : '000000';
  return report(actor, id, { ...handOver, handover_code });
}

export const operationsRules: Rules = {
  'getHandoverCode job_not_found': toAbsent('GET /jobs/absent/handover-code'),
  'getHandoverCode invalid_transition': having(booked, ({ send }, id) =>
    send(`GET /jobs/${id}/handover-code`),
  ),

  'createDriverClient driver_not_found': toAbsent('POST /ops/drivers/absent/client'),
  'putDriverPhoto driver_not_found': toAbsent('PUT /ops/drivers/absent/photo', noImage),
  'putDriverPhoto invalid_file': having(
    async ({ crew }) => crew.driver_id,
    ({ send }, id) => send(`PUT /ops/drivers/${id}/photo`, noImage),
  ),
  'createVehicle registration_taken': having(
    async ({ send }) => {
      const body = { registration: newRegistration() };
      await send('POST /ops/vehicles', { body });
      return { registration: ` ${body.registration.toLowerCase()}` };
    },
    ({ send }, body) => send('POST /ops/vehicles', { body }),
  ),

  'assignJob job_not_found': async (stand) => assign(await stand.actor(), 'absent'),
  'assignJob unknown_driver': assignedTo({ driver_id: 'drv_absent' }),
  'assignJob unknown_vehicle': assignedTo({ vehicle_id: 'veh_absent' }),
  'assignJob invalid_transition': having(deliveredJob, assign),

  'reachMilestone job_not_found': toAbsent('POST /ops/jobs/absent/milestones', {
    body: { type: 'depart' },
  }),
  'reachMilestone invalid_transition': reporting(booked, { type: 'depart' }),
  'reachMilestone invalid_time': reporting(assignedJob, {
    type: 'depart',
    at: '2026-01-01T00:00:00Z',
  }),
  'reachMilestone invalid_seal': reporting(collectedJob, { ...handOver, seal: '-' }),
  'reachMilestone proof_required': reporting(codedJob, handOver),
  'reachMilestone invalid_handover_code': having(codedJob, wrongCode),
  'reachMilestone handover_locked': having(codedJob, async (actor, id) => {
    for (let tries = 0; tries < 5; tries += 1) await wrongCode(actor, id);
    return wrongCode(actor, id);
  }),
  'reachMilestone unknown_file': reporting(collectedJob, {
    ...handOver,
    signature_file_id: 'file_absent',
  }),

  'getWholesaleFile file_not_found': toAbsent('GET /ops/files/wf_absent'),

  'reportIncident job_not_found': toAbsent('POST /ops/incidents', {
    body: { job_id: 'absent', category: 'delay', severity: 'low', description: 'Road closed' },
  }),
};
