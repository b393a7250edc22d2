/** Open jobs and vehicles that live pages follow, behind a desk under test. */
import { jobs, type LiveJob, liveJobsTopic, type VehiclePosition } from '@svc/contracts';
import type { Services } from './services.ts';

const position = { lat: -26.2041, lng: 28.0473 };
export const liveJob: LiveJob = {
  id: 'job_01',
  ref: 'HC-0001',
  service: 'Specimen STAT',
  tenant: { id: 'ten_demo', name: 'Demo Clinics' },
  status: 'booked',
  priority: 'stat',
  sla_due: '2026-11-02T10:00:00.000Z',
  delivered_at: null,
  return_job_id: null,
  driver_id: null,
  vehicle_id: null,
  seal: null,
  temperature_range_c: { min: 2, max: 8 },
  pickup: { name: 'Clinic', position },
  dropoff: { name: 'Laboratory', position: { lat: -26.1, lng: 28.1 } },
};

export const vehiclePosition: VehiclePosition = {
  id: 'veh_1',
  registration: 'CA 123-456',
  last_position: position,
  seen_at: '2026-11-02T07:59:59.000Z',
  temperature_c: 4.5,
  measured_at: '2026-11-02T07:59:59.000Z',
};

const pageOf = <T>(data: readonly T[]) => ({ ok: { object: 'list', data, has_more: false } });

/** `change` stores jobs and hints at them, as a commit does. */
export function answerLive(services: Services, first: readonly LiveJob[] = [liveJob]) {
  const stored = new Map(first.map((job) => [job.id, job]));
  services.answers.set('jobs.listLive', ({ input }) => {
    const { ids } = jobs.actions.listLive.input.parse(input);
    const all = [...stored.values()];
    return pageOf(ids ? all.filter(({ id }) => ids.includes(id)) : all);
  });
  services.answers.set('tracking.listVehiclePositions', () => pageOf([vehiclePosition]));
  services.answers.set('webhooks.listOpsChanges', () => ({
    ok: { data: [], last: '0', has_more: false },
  }));
  return {
    change: (...changed: LiveJob[]) => {
      for (const job of changed) stored.set(job.id, job);
      services.broadcast(liveJobsTopic, { ids: changed.map(({ id }) => id) });
    },
  };
}
