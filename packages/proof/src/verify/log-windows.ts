/** When hand-overs are proved to have been logged, and what was logged too late. */
import type { LoggedEntry } from './bundle-log.ts';
import type { ChainEvent } from './event.ts';
import { loggingDelayMaxMs } from './log-entry.ts';
import type { Inclusion } from './log-inclusion.ts';

export type Proved = LoggedEntry & { inclusion: Inclusion };

/** When a hand-over is proved to have been logged. */
export interface HandoverWindow {
  /** Number of the event. */
  event: number;
  type: string;
  /** When it happened, as the chain says. */
  at: string;
  logged_after: string | null;
  logged_before: string | null;
}

const handoverTypes: ReadonlySet<string> = new Set([
  'collected',
  'scanned',
  'delivered',
  'delivery_failed',
  'returned',
]);

/** A head binds all events before it: the earliest proof of it or of a later one bounds the time. */
export function windowsOf(
  proved: readonly Proved[],
  events: readonly ChainEvent[],
): HandoverWindow[] {
  const heads = proved.flatMap(({ fields, inclusion }) =>
    fields.type === 'chain' ? [{ events: fields.events, ...inclusion }] : [],
  );
  return events
    .filter(({ type }) => handoverTypes.has(type))
    .map(({ seq, type, at }) => {
      const befores = heads
        .filter((head) => head.events >= seq)
        .flatMap(({ logged_before }) => logged_before ?? [])
        .sort();
      const own = heads.find((head) => head.events === seq);
      return {
        event: seq,
        type,
        at,
        logged_after: own?.logged_after ?? null,
        logged_before: befores[0] ?? null,
      };
    });
}

/**
 * A history that was rewritten, certified and logged again is proved to be in the log, too: only
 * the time distinguishes it from an honest one.
 */
export const lateHandover = ({ event, type, at, logged_before }: HandoverWindow): string[] =>
  isLate(at, logged_before)
    ? [
        `Event ${event} (${type}) is said to be at ${at}; in the log it is proved by ${logged_before}.`,
      ]
    : [];

export const lateCertificates = (proved: readonly Proved[]): string[] =>
  proved.flatMap(({ fields: { type, at }, inclusion: { logged_before } }) =>
    type === 'certificate' && isLate(at, logged_before)
      ? [`A certificate is said to be of ${at}; in the log it is proved by ${logged_before}.`]
      : [],
  );

const isLate = (at: string, logged_before: string | null): boolean =>
  logged_before !== null && Date.parse(logged_before) > Date.parse(at) + loggingDelayMaxMs;
