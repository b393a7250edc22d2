/** One cause, and lengths of time. */
import type { Severity } from './rule.ts';

export interface AlertCause {
  alert: string;
  severity: Severity;
  expr: string;
  /** How long it must hold, s. */
  forSeconds: number;
  summary: string;
}

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;
