/** Providers of telemetry and the devices in vehicles: who sends, when last, and what probes are fit for. */
import {
  accounts,
  type Device,
  opaqueId,
  requestLogDays,
  type TelemetryProvider,
  tracking,
  withActions,
} from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import { cursor, nextOf, pager, searchOf } from '../../../address/pager.ts';
import { page, type RenderContext } from '../../../route/route.ts';
import { allAssets, allVehicles } from '../assignment/fleet.ts';
import { marked } from '../rows/board-table.ts';
import { table } from '../rows/table.ts';
import { lastDay } from './document-fields.ts';
import {
  addProvider,
  formatLabel,
  telemetryPath as path,
  registerDevice,
  rotateProvider,
} from './provider-forms.ts';

const filter = z.object({ ...cursor, provider: opaqueId.optional().catch(undefined) });
/** Of providers: a carrier has a few. */
const providersMax = 20;
/** Refused batches that are counted; more are so many at least. */
const refusedMax = 100;

/** A provider with how many of its batches were refused while the request log reaches back. */
interface WatchedProvider extends TelemetryProvider {
  refused: { count: number; hasMore: boolean };
}

const telemetryPage = page({
  path,
  access: 'ops:dispatch',
  nav: { label: 'Telemetry', icon: 'thermometer', group: 'Fleet' },
  title: 'Telemetry',
  asks: {
    tracking: withActions(
      tracking,
      'listTelemetryProviders',
      'listAssets',
      'listDevices',
      'listVehicles',
    ),
    accounts: withActions(accounts, 'listRequests'),
  },
  load: async ({ query, clients }) => {
    const { starting_after, provider } = query(filter);
    const [providers, devices, vehicles, boxes] = await Promise.all([
      clients.tracking.listTelemetryProviders({ limit: providersMax }),
      clients.tracking.listDevices({ limit: 50, starting_after, provider_id: provider }),
      allVehicles(clients),
      allAssets(clients),
    ]);
    const watched = await Promise.all(
      providers.data.map(async (provider): Promise<WatchedProvider> => {
        const wanted = { client_id: provider.client_id, failed: true, limit: refusedMax };
        const { data, has_more } = await clients.accounts.listRequests(wanted);
        return { ...provider, refused: { count: data.length, hasMore: has_more } };
      }),
    );
    const names = new Map(vehicles.map(({ id, registration }) => [id, registration]));
    for (const { id, identifier } of boxes) names.set(id, identifier);
    const vans = vehicles.filter(({ status }) => status === 'active');
    const options = vans.map(({ id, registration }) => [id, registration] as const);
    return { starting_after, provider, watched, devices, names, options };
  },
  render: ({ starting_after, provider, watched, devices, names, options }, { now, forms }) => {
    const chosen = watched.find(({ id }) => id === provider);
    return html`<h1>Telemetry</h1>
${providerTable(watched, forms)}
${forms.fold(addProvider, { label: 'Add a provider' }, { submit: 'Add the provider' })}
<h2>Devices${provider && ` of ${chosen?.name ?? provider}`}</h2>
${provider && html`<p><a class="target" href="${path}">All devices</a></p>`}
${deviceTable(devices.data, names, now)}
${pager(path, { provider }, { after: starting_after, next: nextOf(devices) })}
${forms.fold(
  registerDevice,
  { label: 'Register a device', about: 'One that is registered moves to the vehicle.' },
  { submit: 'Register the device', prefix: 'device', known: { vehicle_id: { options } } },
)}`;
  },
});

const momentOf = (at: string | null): Html | string =>
  at === null ? 'None yet' : formatDateTime(new Date(at));

const rotation =
  'Makes a new secret or key, shown once. The previous one is accepted for 24 hours.';

const providerTable = (
  providers: readonly WatchedProvider[],
  forms: RenderContext['forms'],
): Html =>
  table({
    label: 'Providers',
    caption: providers.length === 0 ? 'No providers' : 'Providers, the newest first',
    columns: [
      'Name',
      'Format',
      'Registered',
      'Devices heard of',
      'Last reading',
      `Refused in ${requestLogDays} days`,
      'Client or key',
      'Rotation',
    ],
    rows: providers.map(
      ({ id, name, format, created_at, device_count, last_reading_at, refused, client_id }) =>
        html`<th scope="row">${name}</th><td>${formatLabel(format)}</td><td>${formatDateTime(new Date(created_at))}</td>
<td><a class="target" href="${path + searchOf({ provider: id })}">${device_count}<span class="unseen"> devices of ${name}</span></a></td>
<td>${momentOf(last_reading_at)}</td><td>${marked(`${refused.count}${refused.hasMore ? ' or more' : ''}`, refused.count > 0)}</td><td><code>${client_id}</code></td>
<td>${forms.fold(rotateProvider, { label: 'Rotate', about: rotation }, { params: { id }, submit: 'Rotate', submitOf: name })}</td>`,
    ),
  });

const deviceTable = (
  devices: readonly Device[],
  names: ReadonlyMap<string, string>,
  now: Date,
): Html =>
  table({
    label: 'Devices',
    caption: devices.length === 0 ? 'No devices' : 'Trackers and probes, the newest first',
    columns: ['Device', 'Vehicle', 'Box', 'Last reading', 'Temperature', 'Calibrated until'],
    rows: devices.map(
      ({ device_id, vehicle_id, asset_id, last_reading_at, temperature_c, calibrated_until }) =>
        html`<th scope="row"><code>${device_id}</code></th><td>${names.get(vehicle_id) ?? vehicle_id}</td>
<td>${asset_id === null ? 'None' : html`<a class="target" href="/desk/boxes/${asset_id}">${names.get(asset_id) ?? asset_id}</a>`}</td>
<td>${momentOf(last_reading_at)}</td><td>${temperature_c === null ? 'None' : `${temperature_c} °C`}</td><td>${calibration({ temperature_c, calibrated_until }, now)}</td>`,
    ),
  });

/** A probe without a calibration proves nothing; a tracker needs none. */
function calibration(
  { temperature_c, calibrated_until }: Pick<Device, 'temperature_c' | 'calibrated_until'>,
  now: Date,
): Html {
  if (calibrated_until === null) {
    return temperature_c === null ? html`Not a probe` : marked('not calibrated');
  }
  return lastDay(calibrated_until, now);
}

export const telemetryRoutes = [telemetryPage, addProvider, rotateProvider, registerDevice];
