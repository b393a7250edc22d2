/** How a job stands against its due time, as the tracking record says it. */
import type { SlaStatus } from '@svc/contracts';
import type { ArrivalPrediction } from './prediction.ts';
import { overdueBefore } from './sla.ts';

interface Course {
  status: string;
  sla_due: Date;
  delivered_at: Date | null;
  returned_at: Date | null;
}

interface Lateness {
  sla_status: SlaStatus | null;
  minutes_late: number;
}

const minuteMs = 60_000;

/** By the clock and the prediction of this moment, under the same rules as the events of the SLA watch. */
export function latenessOf(
  { status, sla_due, delivered_at, returned_at }: Course,
  { at_risk_from }: Pick<ArrivalPrediction, 'at_risk_from'>,
  now: Date,
): Lateness {
  if (status === 'cancelled' || returned_at) return { sla_status: null, minutes_late: 0 };
  const minutes_late = minutesBetween(sla_due, delivered_at ?? now);
  if (delivered_at) return { sla_status: minutes_late > 0 ? 'missed' : 'met', minutes_late };
  if (sla_due < overdueBefore(now)) return { sla_status: 'overdue', minutes_late };
  const isAtRisk = at_risk_from !== null && at_risk_from < now;
  return { sla_status: isAtRisk ? 'at_risk' : 'on_time', minutes_late: 0 };
}

/** Begun minutes count. */
const minutesBetween = (due: Date, at: Date): number =>
  Math.max(0, Math.ceil((at.getTime() - due.getTime()) / minuteMs));
