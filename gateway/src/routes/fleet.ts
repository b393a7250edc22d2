/** Drivers, their devices, and vehicles of the carrier. */
import { accounts, tracking } from '@svc/contracts';
import { change, liveOnly, read, upload } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const common = { environments: liveOnly, scope: 'ops:dispatch', tag: 'Operations' } as const;
const page = { limit: 'integer', starting_after: 'string' } as const;

export const fleetRoutes: readonly GatewayRoute[] = [
  change(tracking, 'createDriver', {
    ...common,
    operationId: 'createDriver',
    method: 'POST',
    path: '/ops/drivers',
    status: 201,
    summary: 'Add a driver',
    description:
      'Includes compliance documents, whose expiry is monitored. Customers see only the first name.',
  }),
  read(tracking, 'listDrivers', {
    ...common,
    operationId: 'listDrivers',
    path: '/ops/drivers',
    query: { status: 'string', ...page },
    summary: 'List drivers',
    description:
      'Returns the drivers of the carrier, retired ones too, newest first, one page at a time.',
  }),
  read(tracking, 'getDriver', {
    ...common,
    operationId: 'getDriver',
    path: '/ops/drivers/{id}',
    summary: 'Fetch a driver',
    description: 'Returns the driver, also when retired.',
  }),
  change(tracking, 'updateDriver', {
    ...common,
    operationId: 'updateDriver',
    method: 'PATCH',
    path: '/ops/drivers/{id}',
    status: 200,
    summary: 'Update a driver',
    description:
      'Omitted fields keep their values; `base` and `shifts` are replaced whole. With `status` `retired` the driver is suggested and assigned nowhere, and every client and device of the driver is revoked; `active` brings the driver back, without a device. Existing jobs keep the driver.',
  }),
  change(tracking, 'createDriverClient', {
    ...common,
    operationId: 'createDriverClient',
    method: 'POST',
    path: '/ops/drivers/{id}/client',
    status: 201,
    summary: "Create a client for a driver's device",
    description:
      'Creates a client with scope `ops:courier`, bound to this driver. The secret is returned only once. Calling it again replaces the client.',
  }),
  change(tracking, 'createDeviceEnrolment', {
    ...common,
    operationId: 'createDeviceEnrolment',
    method: 'POST',
    path: '/ops/drivers/{id}/device-enrolments',
    status: 201,
    summary: 'Create a device enrolment for a driver',
    description:
      'Returns an initial access token for `/oauth/register`, valid for one day and returned only once. A new enrolment replaces an unused one.',
  }),
  change(tracking, 'putDriverDocument', {
    ...common,
    operationId: 'putDriverDocument',
    method: 'POST',
    path: '/ops/drivers/{id}/documents',
    status: 200,
    summary: "Record a driver's document",
    description:
      'Updates the expiry of this kind of document, or adds a new kind, up to 20. Open alarms about this kind are closed.',
  }),
  change(tracking, 'putVehicleDocument', {
    ...common,
    operationId: 'putVehicleDocument',
    method: 'POST',
    path: '/ops/vehicles/{id}/documents',
    status: 200,
    summary: "Record a vehicle's document",
    description:
      'Updates the expiry of this kind of document, or adds a new kind, up to 20. Open alarms about this kind are closed.',
  }),
  read(accounts, 'listCourierDevices', {
    ...common,
    operationId: 'listCourierDevices',
    path: '/ops/courier-devices',
    query: { driver_id: 'string', ...page },
    summary: "List couriers' devices",
    description:
      'Returns enrolled devices of one driver or of all, newest first, one page at a time.',
  }),
  change(accounts, 'removeCourierDevice', {
    ...common,
    operationId: 'deleteCourierDevice',
    method: 'DELETE',
    path: '/ops/courier-devices/{id}',
    status: 200,
    summary: "Revoke a courier's device",
    description: 'For example, a lost device. Its tokens stop working immediately.',
  }),
  upload(tracking, 'putDriverPhoto', {
    ...common,
    operationId: 'putDriverPhoto',
    method: 'PUT',
    path: '/ops/drivers/{id}/photo',
    status: 200,
    summary: "Set a driver's photo",
    description: 'Send the image as the body, at most 5 MiB.',
  }),
  change(tracking, 'createVehicle', {
    ...common,
    operationId: 'createVehicle',
    method: 'POST',
    path: '/ops/vehicles',
    status: 201,
    summary: 'Add a vehicle',
    description:
      'Identified by its number plate. Includes compliance documents, whose expiry is monitored.',
  }),
  read(tracking, 'listVehicles', {
    ...common,
    operationId: 'listVehicles',
    path: '/ops/vehicles',
    query: { status: 'string', ...page },
    summary: 'List vehicles',
    description:
      'Returns the vehicles of the carrier with their last position, retired ones too, newest first, one page at a time.',
  }),
  read(tracking, 'getVehicle', {
    ...common,
    operationId: 'getVehicle',
    path: '/ops/vehicles/{id}',
    summary: 'Fetch a vehicle',
    description: 'Returns the vehicle with its last position, also when retired.',
  }),
  change(tracking, 'updateVehicle', {
    ...common,
    operationId: 'updateVehicle',
    method: 'PATCH',
    path: '/ops/vehicles/{id}',
    status: 200,
    summary: 'Update a vehicle',
    description:
      'Omitted fields keep their values; `base` and `capacity` are replaced whole. With `status` `retired` the vehicle is assigned nowhere and not on the map; `active` brings it back. Existing jobs keep the vehicle.',
  }),
];
