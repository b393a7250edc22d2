import { jobs } from '@svc/contracts';
import { area, pick } from '../../../form/field.ts';
import { form } from '../../../route/route.ts';
import { optionalReason, version } from './decision-fields.ts';
import { jobPath } from './hand-offs.ts';

const { driver_id, vehicle_id } = jobs.actions.assign.input.shape;
export const driverAndVehicle = {
  driver_id: pick(driver_id, { label: 'Driver', missing: 'Choose a driver.' }),
  vehicle_id: pick(vehicle_id, { label: 'Vehicle', missing: 'Choose a vehicle.' }),
};

/** Why the courier cannot report it, in the chain of custody. */
export const transferReason = {
  reason: area(jobs.actions.transferMany.input.shape.reason, {
    label: 'Why the parcels change hands',
    hint: 'For the chain of custody. No names, no patient data.',
    missing: 'Say why the parcels change hands.',
  }),
};

const common = { access: 'ops:dispatch', home: jobPath } as const;

export const assign = form(jobs, 'assign', {
  ...common,
  path: '/desk/jobs/{id}/assign',
  fields: { ...driverAndVehicle, ...optionalReason, version },
  input: ({ fields, person, param }) => ({
    id: param('id'),
    ...fields,
    by: person.user.name,
  }),
});

/** For couriers who cannot report it: the next scan of the one who takes compares the seal. */
export const transferAtDesk = form(jobs, 'transfer', {
  ...common,
  path: '/desk/jobs/{id}/transfer',
  fields: { ...driverAndVehicle, ...transferReason, version },
  input: ({ fields, person, param }) => ({
    ...fields,
    id: param('id'),
    by: person.user.name,
  }),
});

export const undoAssignment = form(jobs, 'undoAssignment', {
  ...common,
  path: '/desk/jobs/{id}/undo-assignment',
  fields: { version },
  input: ({ fields, person, param }) => ({
    id: param('id'),
    ...fields,
    by: person.user.name,
  }),
});
