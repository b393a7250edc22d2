import { jobs, opaqueId } from '@svc/contracts';
import { z } from 'zod';
import { ruleEntry } from '../entries.ts';
import { form } from '../route.ts';
import { ownDecision } from './decision-fields.ts';
import { jobPath } from './hand-offs.ts';

export const assign = form(jobs, 'assign', {
  path: '/desk/jobs/{id}/assign',
  access: 'ops:dispatch',
  fields: z.object({
    driver_id: ruleEntry(opaqueId, 'Choose a driver.'),
    vehicle_id: ruleEntry(opaqueId, 'Choose a vehicle.'),
    ...ownDecision,
  }),
  input: ({ fields: { confirmed: _ticked, ...fields }, person, param }) => ({
    id: param('id'),
    ...fields,
    by: person.user.name,
  }),
  home: jobPath,
  next: jobPath,
});

export const undoAssignment = form(jobs, 'undoAssignment', {
  path: '/desk/jobs/{id}/undo-assignment',
  access: 'ops:dispatch',
  fields: z.object(ownDecision),
  input: ({ fields: { confirmed: _ticked, ...fields }, person, param }) => ({
    id: param('id'),
    ...fields,
    by: person.user.name,
  }),
  home: jobPath,
  next: jobPath,
});
