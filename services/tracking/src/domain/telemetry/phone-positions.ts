/**
 * Phones of couriers as trackers: each is a feed of its own under one provider, in the vehicle of its
 * driver's open job. The sequence number of a position is its time in Unix ms.
 *
 * Guaranteed: a position of a phone is in its readings and its feed alone, so that both can forget
 * it. It enters neither the last place of a job nor the evaluation state of one.
 */
import {
  accuracyMaxM,
  type DevicePositionReport,
  handOffsFrom,
  positionClaims,
  type SignedAction,
  statuses,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import {
  type MeasuredReading,
  type ReadingRejectionCode,
  type ReadingTimeLimits,
  validateReadings,
} from './batch-readings.ts';

/** Not a `telemetry_provider`: it has no client and no secret. */
export const phoneProvider = 'phones';

/** In these a courier may report a step. */
export const openStatuses = statuses.filter((status) =>
  handOffsFrom(status).some((name) => name !== 'resume'),
);

const hourMs = 3_600_000;
/** Twice what a phone without a network holds. */
const ageMaxMs = 2 * hourMs;
const retentionMs = 90 * 24 * hourMs;

/** Positions before this moment are deleted; in whole hours, so that a feed is purged once in each. */
export const forgottenBefore = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - retentionMs) / hourMs) * hourMs);

interface PhoneReport {
  device_id: string;
  positions: readonly DevicePositionReport[];
}

interface PositionRejection {
  index: number;
  code: ReadingRejectionCode | 'inaccurate';
}

/** The positions as readings of the phone; each is judged by itself. */
export function measurePositions({ device_id, positions }: PhoneReport, limits: ReadingTimeLimits) {
  const readings = positions.map(({ at, position, speed_kmh }) => ({
    ...{ device_id, seq: Math.max(0, Date.parse(at)), at, position, speed_kmh },
  }));
  const isPoor = ({ index }: { index: number }): boolean =>
    (positions[index]?.accuracy_m ?? 0) > accuracyMaxM;
  const judged = validateReadings(readings, { ...limits, retentionMs: ageMaxMs });
  const measured: MeasuredReading[] = judged.measured.filter((each) => !isPoor(each));
  const poor = judged.measured.filter(isPoor);
  const rejected: PositionRejection[] = [
    ...judged.rejected,
    ...poor.map(({ index }) => ({ index, code: 'inaccurate' as const })),
  ];
  return { measured, rejected };
}

/** The gateway has checked who signed the body; here, that it was signed as a report of positions. */
export function requirePositionClaims(
  device: SignedAction | undefined,
  positions: PhoneReport['positions'],
): void {
  if (!device) return;
  const { job_id, action } = positionClaims;
  const isReport = device.job_id === job_id && device.action === action;
  const isLast = Date.parse(device.at) === Date.parse(positions.at(-1)?.at ?? '');
  if (isReport && isLast && device.seal === null && device.files.length === 0) return;
  throw new Refusal(
    'invalid_device_signature',
    'The signature of the device is refused: its claims are not those of these positions.',
  );
}
