/**
 * The probe of a sandbox vehicle. No vehicle moves there and nobody measures, so its readings are
 * made up when the trace is sealed; they are judged by the rules of all readings.
 */
import type { ProbeStates } from '../telemetry/probe-state.ts';
import type { TemperatureRange, TemperatureReading, TraceWindow } from './reading.ts';

const device_id = 'sandbox-probe';
const minuteMs = 60_000;

/** Simulated excursion of a test job: temperature, duration and end. */
export interface SimulatedExcursion {
  temperature_c: number;
  minutes: number;
  until: Date;
}

/** The probe has seen what was told. */
export const simulatedProbes = ({
  temperature_c,
  minutes,
  until,
}: SimulatedExcursion): ProbeStates => ({
  [device_id]: {
    minute: null,
    run: {
      from: new Date(until.getTime() - minutes * minuteMs).toISOString(),
      to: until.toISOString(),
      min_c: temperature_c,
      max_c: temperature_c,
    },
    told: true,
  },
});

interface Trace {
  window: TraceWindow;
  readings: TemperatureReading[];
}

/**
 * A reading at both ends of the window and of what the probe saw, and each minute between: about
 * the middle of the range, except in what it saw. A test job is delivered within a minute, so its
 * window begins early enough for what the probe saw.
 */
export function simulateTrace(
  held: TraceWindow,
  range: TemperatureRange,
  probes: ProbeStates,
): Trace {
  const run = probes[device_id]?.run;
  const seen = run && { from: new Date(run.from), to: new Date(run.to), celsius: run.max_c };
  const window = { ...held, from: seen && seen.from < held.from ? seen.from : held.from };
  const temperatureAt = (at: Date, place: number): number =>
    seen && at >= seen.from && at < seen.to ? seen.celsius : usual(range, place);
  const ends = seen ? [seen.from, seen.to] : [];
  const readings = momentsOf(window, ends).map((at, place) => ({
    device_id,
    seq: place + 1,
    at,
    temperature_c: temperatureAt(at, place),
    calibrated_until: `${at.getUTCFullYear() + 1}-12-31`,
  }));
  return { window, readings };
}

function momentsOf({ from, to }: TraceWindow, others: readonly Date[]): Date[] {
  const moments = new Set([from, to, ...others].map((at) => at.getTime()));
  for (let ms = from.getTime(); ms < to.getTime(); ms += minuteMs) moments.add(ms);
  return [...moments].sort((a, b) => a - b).map((ms) => new Date(ms));
}

/** Up and down by half a degree, in narrow ranges less, as a compressor goes on and off. */
const swing = [0, 0.2, 0.4, 0.5, 0.3, 0, -0.2, -0.4, -0.5, -0.3] as const;
const usual = ({ min, max }: TemperatureRange, place: number): number =>
  (min + max) / 2 + (swing[place % swing.length] ?? 0) * Math.min(1, max - min);
