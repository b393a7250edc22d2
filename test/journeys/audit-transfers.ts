/** Transfers and legs that the desk decides, in the audit log. */
import { expect } from 'vitest';
import { type AuditCase, book, type Calls, callsOn, scene } from './audit-scene.ts';
import { collect, deskOf } from './desk.ts';

const reason = 'The van broke down';

/** Gives a collected job to the crew of the scene. */
const transferring = (act: AuditCase['act']): AuditCase => ({
  ...{ atDesk: true, act },
  given: async (own: Calls) => {
    const job = await book(own);
    await collect(deskOf(scene().stage, scene().carrier.id), job.id);
    return job;
  },
  get shows() {
    return { after: { ...scene().crew }, reason };
  },
});

export const transferCases: Readonly<Record<string, AuditCase>> = {
  'jobs.planLegs': {
    atDesk: true,
    given: (own: Calls) => book(own),
    act: async (own, id) => {
      const { vehicle_id } = scene().crew;
      const { pickup } = await own.jobs.getForDesk({ id });
      const { tracking } = callsOn(scene(), scene().carrier.id, 'program');
      const hub = await tracking.createVehicle({
        ...{ registration: `HUB ${id.slice(-6)}`, hub_site_id: pickup.site_id },
      });
      const last = { hub_id: null, driver_id: scene().crew.driver_id, vehicle_id };
      return own.jobs.planLegs({ id, legs: [{ hub_id: hub.id }, last] });
    },
    get shows() {
      return { after: { hubs: expect.stringContaining('HUB') } };
    },
  },
  'jobs.transfer': transferring((own, id) => own.jobs.transfer({ id, ...scene().crew, reason })),
  'jobs.transferMany': transferring(async (own, id) => {
    const { version } = await own.jobs.getForDesk({ id });
    return own.jobs.transferMany({ jobs: [{ id, version }], ...scene().crew, reason });
  }),
};
