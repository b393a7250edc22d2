/** Forms of telemetry: a provider is added, its secret or key replaced, a device registered. */
import {
  deviceId,
  type OutputOf,
  opaqueId,
  type TelematicsFormat,
  telemetryProvider,
  tracking,
} from '@svc/contracts';
import { html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { choiceOrNone, day, line, orNone, pick } from '../../../form/field.ts';
import { withId } from '../../../form/form-fields.ts';
import { form } from '../../../route/route.ts';
import { docsLink, secretView } from '../../../view/secret-view.ts';

export const telemetryPath = '/desk/telemetry';
const common = { access: 'ops:dispatch', home: telemetryPath } as const;
const back = { path: telemetryPath, label: 'Telemetry' };

const formatLabels: Readonly<Record<TelematicsFormat, string>> = {
  ...{ traccar: 'Traccar', samsara: 'Samsara', geotab: 'Geotab' },
  ...{ cartrack: 'Cartrack', tive: 'Tive' },
};
const signed = 'Signed batches';
export const formatLabel = (format: TelematicsFormat | null): string =>
  format === null ? signed : formatLabels[format];

type Secrets = Partial<
  Pick<
    OutputOf<typeof tracking.actions.createTelemetryProvider>,
    'client_id' | 'client_secret' | 'secret' | 'api_key'
  >
>;
/** A provider has a key, or a client and a secret. */
const entriesOf = ({ client_id, client_secret, secret, api_key }: Secrets) => {
  const kept = api_key
    ? { 'API key': api_key }
    : { 'Client secret': client_secret, 'Signing secret': secret };
  const named = client_id && !api_key ? [{ label: 'Client', value: client_id }] : [];
  const secrets = Object.entries(kept).flatMap(([label, value]) =>
    value ? [{ label, value, isSecret: true }] : [],
  );
  return [...named, ...secrets];
};

export const addProvider = form(tracking, 'createTelemetryProvider', {
  ...{ ...common, path: '/desk/telemetry/add' },
  fields: {
    name: line(telemetryProvider.shape.name, { label: 'Name', missing: 'Name the provider.' }),
    format: choiceOrNone(formatLabels, {
      ...{ label: 'Format', first: signed },
      hint: 'What its system sends as it is; signed batches for a program of its own',
    }),
  },
  input: ({ fields }) => fields,
  answer: ({ name, format, ...secrets }, _sent, { docsUrl }) =>
    secretView({
      ...{ title: `The provider ${name}`, entries: entriesOf(secrets), back },
      next: html`<ol>
<li>Give it to the provider, for its secret store; never in an e-mail or in a chat.</li>
<li>${
        format === null
          ? 'Its program signs batches and posts them to'
          : 'Its system, or what polls it, sends the key as x-api-key and posts to'
      } <code>/v1/telemetry/${format === null ? 'fleet' : `forwarded/${format}`}</code>: ${docsLink(docsUrl, '/guides/telemetry', 'the guide')} has the settings.</li>
<li>Register its devices: readings of others are rejected.</li>
</ol>`,
    }),
});

export const rotateProvider = form(tracking, 'rotateTelemetrySecret', {
  ...{ ...common, path: '/desk/telemetry/{id}/rotate' },
  input: withId,
  answer: ({ old_secret_expires_at, ...secrets }) =>
    secretView({
      ...{ title: 'The new secret of the provider', entries: entriesOf(secrets), back },
      next: html`<p>The previous one is accepted until ${formatDateTime(new Date(old_secret_expires_at))}: change the provider over before that.</p>`,
    }),
});

export const registerDevice = form(tracking, 'createDevice', {
  ...{ ...common, path: '/desk/telemetry/devices' },
  fields: {
    device_id: line(deviceId, {
      ...{ label: 'Device', hint: 'Its id, as the provider sends it' },
      ...{ missing: 'Enter its id.', error: 'Letters, digits and . _ : - only.' },
    }),
    vehicle_id: pick(opaqueId, { label: 'Vehicle', missing: 'Choose the vehicle.' }),
    calibrated_until: orNone(
      day({ label: 'Calibrated until', hint: 'Of temperatures that are sent without it' }),
    ),
  },
  input: ({ fields }) => fields,
  refusals: { unknown_vehicle: { field: 'vehicle_id' } },
});
