/** Devices of a driver with the courier's app: enrolment by a link, and revocation. */
import { accounts, type CourierDevice, tracking, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import { cursor, nextOf, pager } from '../../../address/pager.ts';
import { withId } from '../../../form/form-fields.ts';
import { form, page, type RenderContext } from '../../../route/route.ts';
import { docsLink, secretView } from '../../../view/secret-view.ts';
import { table } from '../rows/table.ts';
import { qrPicture } from './qr-picture.ts';

const common = { access: 'ops:dispatch', home: '/desk/drivers/{id}/devices' } as const;
const pathOf = (id: string): string => `/desk/drivers/${id}/devices`;

/** The app is served where the documentation is: by the gateway. */
const appLink = (docsUrl: string, token: string): string =>
  new URL(`/app/#enrol=${encodeURIComponent(token)}`, docsUrl).href;

const enrolDevice = form(tracking, 'createDeviceEnrolment', {
  ...common,
  path: '/desk/drivers/{id}/devices/enrol',
  input: withId,
  answer: ({ driver_id, initial_access_token }, _sent, { docsUrl }) => {
    const link = docsUrl === undefined ? undefined : appLink(docsUrl, initial_access_token);
    return secretView({
      title: 'Link that enrols a device',
      entries: [
        link === undefined
          ? { label: 'Initial access token', value: initial_access_token, isSecret: true }
          : { label: 'Link', value: link, isSecret: true },
        { label: 'Valid for', value: 'a day, and one device' },
      ],
      next: html`${link === undefined ? undefined : qrPicture(link, 'QR code of the link')}
<ol>
<li>On the driver's phone, point the camera at the code and open the link. It enrols that phone alone, once.</li>
<li>Let the driver add the app to the home screen: it then opens without a network.</li>
</ol>
<p>${docsLink(docsUrl, '/guides/courier-app', "The courier's app")} has a guide.</p>`,
      back: { path: pathOf(driver_id), label: 'Devices of the driver' },
    });
  },
});

const revokeDevice = form(accounts, 'removeCourierDevice', {
  ...common,
  path: '/desk/drivers/{id}/devices/{device}/revoke',
  input: ({ param }) => ({ id: param('device') }),
});

const devicesPage = page({
  path: '/desk/drivers/{id}/devices',
  access: 'ops:dispatch',
  title: 'Devices of a driver',
  asks: { accounts: withActions(accounts, 'listCourierDevices') },
  load: async ({ param, query, clients }) => {
    const { starting_after } = query(z.object(cursor));
    const driver_id = param('id');
    const wanted = { driver_id, starting_after, limit: 50 };
    return { driver_id, starting_after, list: await clients.accounts.listCourierDevices(wanted) };
  },
  render: ({ driver_id, starting_after, list }, { forms }) => html`<h1>Devices of a driver</h1>
<p>Driver <code>${driver_id}</code>. A device holds a key of its own: a lost one is revoked here, and ends alone.</p>
${deviceTable(driver_id, list.data, forms)}
${pager(pathOf(driver_id), {}, { after: starting_after, next: nextOf(list) })}
<h2>Enrol a device</h2>
<p>Makes a link that is shown once and valid for a day. A newer one replaces one that was not used.</p>
${forms.show(enrolDevice, { params: { id: driver_id }, submit: 'Make a link' })}
<p><a href="/desk/drivers">Drivers</a></p>`,
});

const deviceTable = (
  driverId: string,
  devices: readonly CourierDevice[],
  forms: RenderContext['forms'],
): Html =>
  table({
    label: 'Devices',
    caption: devices.length === 0 ? 'No devices' : 'Devices, the newest first',
    columns: ['Name', 'Enrolled', 'Last used', 'Revocation'],
    rows: devices.map(
      ({ id, name, created_at, last_used_at }) => html`<th scope="row">${name}
<code>${id}</code></th><td>${formatDateTime(new Date(created_at))}</td>
<td>${last_used_at === null ? 'Never' : formatDateTime(new Date(last_used_at))}</td>
<td><details><summary>Revoke<span class="unseen"> ${name}</span></summary>
<p>Its access ends at once. What it recorded and has not sent stays on it. There is no way back.</p>
${forms.show(revokeDevice, { params: { id: driverId, device: id }, submit: `Revoke ${name}` })}
</details></td>`,
    ),
  });

export const deviceRoutes = [devicesPage, enrolDevice, revokeDevice];
