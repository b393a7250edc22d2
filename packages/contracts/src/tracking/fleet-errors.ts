import { entry } from '../error-entry.ts';

export const fleetErrors = {
  driver_retired: entry(
    409,
    'Driver retired',
    'The driver is retired: no job is assigned to them, and no device enrolled. Set `status` to `active` to bring them back.',
  ),
  unknown_hub: entry(
    422,
    'Hub not known',
    'No hub of the fleet has this id: a hub is a vehicle with a `hub_site_id` that is not retired.',
  ),
  vehicle_retired: entry(
    409,
    'Vehicle retired',
    'The vehicle is retired: no job is assigned to it. Set `status` to `active` to bring it back.',
  ),
  no_open_job: entry(
    409,
    'No open job',
    'The driver has no job between assignment and delivery, so no position is stored.',
  ),
};
