import { readForwarded } from '../adapters/forwarded-body.ts';
import { command } from '../define.ts';
import { requireForwarder } from '../domain/telemetry/provider.ts';
import { findProviderOf } from '../store/providers.ts';
import { acceptReadings } from '../workflows/telemetry/accept-readings.ts';

export const forward = command('forward', {
  admit: async ({ client_id: clientId, format }, { db, tenant }) =>
    requireForwarder(await findProviderOf(db, tenant, { clientId, format }), format),
  gather: async ({ format, body }, { admitted: { id: providerId } }) => ({
    providerId,
    readings: readForwarded(format, Buffer.from(body, 'base64')),
  }),
  handle: async (_input, context) => acceptReadings(context, context.gathered),
});
