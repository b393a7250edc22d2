import { positionReport } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { readingTimeLimits } from '../config.ts';
import { command } from '../define.ts';
import {
  measurePositions,
  phoneProvider,
  requirePositionClaims,
} from '../domain/telemetry/phone-positions.ts';
import { findPhonePlace, placePhone } from '../store/phone-feeds.ts';
import { ingestBatch } from '../workflows/telemetry/ingest-batch.ts';

/** The device is the client that asks: `cdv_…` for a phone with a key. */
export const reportPositions = command('reportPositions', {
  handle: async ({ positions, courier_id: driverId, device }, context) => {
    const { db, tenant, actor: deviceId, now, config } = context;
    requirePositionClaims(device, positions);
    const place = await findPhonePlace(db, tenant, { driverId, deviceId });
    if (!place) throw new Refusal('no_open_job', 'The driver has no open job.');
    const { vehicleId, feedVehicleId } = place;
    const limits = readingTimeLimits(now, config);
    const report = { device_id: deviceId, positions };
    const { measured, rejected } = measurePositions(report, limits);
    if (vehicleId !== feedVehicleId) await placePhone(db, tenant, { deviceId, vehicleId, now });
    const result = await ingestBatch(context, { providerId: phoneProvider, measured });
    const all = [...rejected, ...result.rejected].sort((a, b) => a.index - b.index);
    return {
      object: 'position_report',
      accepted: result.accepted,
      duplicates: result.duplicates,
      rejected: positionReport.shape.rejected.parse(all),
    };
  },
});
