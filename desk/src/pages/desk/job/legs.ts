/** The plan of a job's legs over at most two hubs; the API takes longer ones. */
import { type deskLeg, jobs } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import type { z } from 'zod';
import { inGroup, moment, numberOrNull, pickOrNull } from '../../../form/field.ts';
import { form } from '../../../route/route.ts';
import { localTimeOf } from '../../../words/local-time.ts';
import { vehicleOptions } from '../assignment/documents.ts';
import { noFleet } from '../assignment/fleet.ts';
import { suggestedOptions } from '../assignment/suggestions.ts';
import type { AssignContext } from './assign-form.ts';
import { version } from './decision-fields.ts';
import { jobPath } from './hand-offs.ts';

type DeskLeg = z.infer<typeof deskLeg>;

const rule = jobs.actions.planLegs.input.shape.legs.element.shape;
const id = rule.hub_id.unwrap();
const hub = (label: string) => pickOrNull(id, { label, first: 'None' });
const due = moment({ label: 'Due', hint: 'Empty for no time of its own' });
const share = numberOrNull(rule.share_percent.unwrap().unwrap(), {
  label: 'Share of the price, %',
});
const driver = pickOrNull(id, { label: 'Driver', first: 'Open' });
const vehicle = pickOrNull(id, { label: 'Vehicle', first: 'Open' });

const fields = {
  ...inGroup(
    { legend: 'First leg', about: 'By the driver of the job.' },
    { hub_1: hub('To the hub'), due_1: due, share_1: share },
  ),
  ...inGroup(
    { legend: 'Second leg', about: 'Without a hub, to the drop-off.' },
    { driver_2: driver, vehicle_2: vehicle, hub_2: hub('To the hub'), due_2: due, share_2: share },
  ),
  ...inGroup(
    { legend: 'Third leg', about: 'After a second hub, to the drop-off.', isRare: true },
    { driver_3: driver, vehicle_3: vehicle, due_3: due, share_3: share },
  ),
  version,
};

export const planLegs = form(jobs, 'planLegs', {
  ...{ access: 'ops:dispatch', home: jobPath, path: '/desk/jobs/{id}/legs', fields },
  refusals: { leg_completed: { field: 'hub_1' } },
  input: ({ fields: entered, person, param }) => {
    const legs = [
      { hub_id: entered.hub_1, due_at: entered.due_1, share_percent: entered.share_1 },
      {
        ...{ driver_id: entered.driver_2, vehicle_id: entered.vehicle_2 },
        ...{ hub_id: entered.hub_2, due_at: entered.due_2, share_percent: entered.share_2 },
      },
      {
        ...{ driver_id: entered.driver_3, vehicle_id: entered.vehicle_3, hub_id: null },
        ...{ due_at: entered.due_3, share_percent: entered.share_3 },
      },
    ];
    const last = legs.findIndex(({ hub_id }) => hub_id === null);
    return {
      ...{ id: param('id'), version: entered.version, by: person.user.name },
      legs: legs.slice(0, last + 1),
    };
  },
});

/** Entries of the legs as they are planned. */
const valuesOf = (legs: readonly DeskLeg[], price: number) =>
  Object.fromEntries(
    legs.flatMap((leg, n) => {
      const { hub_id, driver_id, vehicle_id, due_at, share_cents } = leg;
      const percent = share_cents === null ? null : Math.round((100 * share_cents) / price);
      const known = { hub: hub_id, driver: driver_id, vehicle: vehicle_id, share: percent };
      const entries = { ...known, due: due_at && localTimeOf(new Date(due_at)) };
      return Object.entries(entries).map(([name, value]) => [`${name}_${n + 1}`, value ?? '']);
    }),
  );

export function legsForm({ data: { job, fleet, id }, forms, now }: AssignContext): Html {
  if (!fleet) return noFleet;
  const options = {
    hub: fleet.hubs.map(({ id: value, registration }) => [value, registration] as const),
    driver: suggestedOptions(fleet.drivers, null),
    vehicle: vehicleOptions(fleet.vehicles, job, now),
  };
  return forms.show(planLegs, {
    ...{ params: { id }, prefix: 'legs', submit: 'Plan the legs' },
    values: { ...valuesOf(job.legs, job.price.amount_cents), version: job.version },
    known: {
      ...{ hub_1: { options: options.hub }, hub_2: { options: options.hub } },
      ...{ driver_2: { options: options.driver }, vehicle_2: { options: options.vehicle } },
      ...{ driver_3: { options: options.driver }, vehicle_3: { options: options.vehicle } },
    },
  });
}
