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
    description: 'With documents whose expiry is watched. Customers see the first name alone.',
  }),
  read(tracking, 'listDrivers', {
    ...common,
    operationId: 'listDrivers',
    path: '/ops/drivers',
    query: page,
    summary: 'List drivers',
    description: 'All drivers of the carrier, newest first, a page at a time.',
  }),
  change(tracking, 'createDriverClient', {
    ...common,
    operationId: 'createDriverClient',
    method: 'POST',
    path: '/ops/drivers/{id}/client',
    status: 201,
    summary: "Make a client for a driver's device",
    description:
      'With `ops:courier`, bound to this driver. The secret is shown this once; another call replaces the client.',
  }),
  change(tracking, 'createDeviceEnrolment', {
    ...common,
    operationId: 'createDeviceEnrolment',
    method: 'POST',
    path: '/ops/drivers/{id}/device-enrolments',
    status: 201,
    summary: "Let a driver's device enrol itself",
    description:
      'Gives an initial access token for `/oauth/register`, shown this once, valid for a day. A new one replaces one that was not used.',
  }),
  change(tracking, 'putDriverDocument', {
    ...common,
    operationId: 'putDriverDocument',
    method: 'POST',
    path: '/ops/drivers/{id}/documents',
    status: 200,
    summary: "Record a driver's document",
    description:
      'Replaces the end of its kind, or files a new kind, up to 20. Open warnings about the kind close.',
  }),
  change(tracking, 'putVehicleDocument', {
    ...common,
    operationId: 'putVehicleDocument',
    method: 'POST',
    path: '/ops/vehicles/{id}/documents',
    status: 200,
    summary: "Record a vehicle's document",
    description:
      'Replaces the end of its kind, or files a new kind, up to 20. Open warnings about the kind close.',
  }),
  read(accounts, 'listCourierDevices', {
    ...common,
    operationId: 'listCourierDevices',
    path: '/ops/courier-devices',
    query: { driver_id: 'string', ...page },
    summary: "List couriers' devices",
    description:
      'Those that are enrolled, of one driver or of all, newest first, a page at a time.',
  }),
  change(accounts, 'removeCourierDevice', {
    ...common,
    operationId: 'deleteCourierDevice',
    method: 'DELETE',
    path: '/ops/courier-devices/{id}',
    status: 200,
    summary: "Revoke a courier's device",
    description: 'A lost one, for example. Its tokens end at once.',
  }),
  upload(tracking, 'putDriverPhoto', {
    ...common,
    operationId: 'putDriverPhoto',
    method: 'PUT',
    path: '/ops/drivers/{id}/photo',
    status: 200,
    summary: "Set a driver's photo",
    description: 'The body is the image, at most 5 MiB.',
  }),
  change(tracking, 'createVehicle', {
    ...common,
    operationId: 'createVehicle',
    method: 'POST',
    path: '/ops/vehicles',
    status: 201,
    summary: 'Add a vehicle',
    description: 'Known by its number plate, with documents whose expiry is watched.',
  }),
  read(tracking, 'listVehicles', {
    ...common,
    operationId: 'listVehicles',
    path: '/ops/vehicles',
    query: page,
    summary: 'List vehicles',
    description:
      'All vehicles of the carrier with their last position, newest first, a page at a time.',
  }),
];
