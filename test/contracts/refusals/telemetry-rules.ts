/** Fleet telemetry: signed batches, providers, devices. */
import { type Actor, signedBy } from '../requests.ts';
import type { Stand } from '../stand.ts';
import { type Rules, toAbsent } from './rule.ts';

const batch = JSON.stringify({ readings: [] });
const line = 'POST /telemetry/fleet';

const sending =
  (requestOf: (actor: Actor) => ReturnType<typeof signedBy>) => async (stand: Stand) => {
    const actor = await stand.actor();
    return actor.send(line, requestOf(actor));
  };

export const telemetryRules: Rules = {
  'ingestTelemetry invalid_signature': sending((actor) => ({
    ...signedBy(actor, batch),
    raw: `${batch} `,
  })),
  'ingestTelemetry timestamp_out_of_tolerance': sending(({ provider, ...actor }) => {
    const now = () => new Date(provider.now().getTime() - 301_000);
    return signedBy({ ...actor, provider: { ...provider, now } }, batch);
  }),
  'ingestTelemetry invalid_json': sending((actor) => signedBy(actor, '{"readings":[NaN]}')),
  'rotateTelemetrySecret provider_not_found': toAbsent(
    'POST /ops/telemetry-providers/absent/rotate-secret',
  ),
  'createDevice unknown_vehicle': toAbsent('POST /ops/devices', {
    body: { device_id: 'TR-1', vehicle_id: 'veh_absent' },
  }),
};
