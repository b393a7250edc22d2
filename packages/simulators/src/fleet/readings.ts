/** Simulated readings of a vehicle, with sensor faults. */
import type { Position } from '@svc/contracts';
import { along } from '../positions.ts';
import { createRandom, type Random } from '../random.ts';
import type { FleetFault } from './arguments.ts';

/** One entry of a telemetry batch. */
export interface FleetReading {
  device_id: string;
  seq: number;
  at: string;
  vehicle: string;
  position: Position;
  speed_kmh: number;
  temperature_c?: number;
  calibrated_until?: string;
}

export interface SimulatedVehicle {
  /** From 0. */
  number: number;
  device_id: string;
  registration: string;
  from: Position;
  to: Position;
  /** Of its parcels; 2 to 8 °C by default. */
  range?: { min: number; max: number } | undefined;
}

export interface RouteProgress {
  at: Date;
  /** Share of the route, 0 to 1. */
  part: number;
}

interface Probe {
  range: SimulatedVehicle['range'];
  faults: readonly FleetFault[];
}

const calibrated_until = '2099-12-31';
const skewMs = 90_000;

/** Deterministic per vehicle and time. The sequence number is the time in milliseconds. */
export function readingAt(
  driven: SimulatedVehicle,
  { at, part }: RouteProgress,
  faults: readonly FleetFault[],
): FleetReading {
  const { number, device_id, registration: vehicle, from, to, range } = driven;
  const random = createRandom(number * 7_919 + at.getTime());
  const isSkewed = faults.includes('clock-skew') && number === 0;
  const isDead = faults.includes('dead-sensor') && part >= 0.5;
  return {
    device_id,
    seq: at.getTime(),
    at: new Date(at.getTime() + (isSkewed ? skewMs : 0)).toISOString(),
    vehicle,
    position: along([from, to], part, random),
    speed_kmh: 30 + random.between(0, 40),
    ...(!isDead && { temperature_c: celsiusAt(part, random, { range, faults }), calibrated_until }),
  };
}

function celsiusAt(part: number, random: Random, { range, faults }: Probe): number {
  const isWarm = faults.includes('excursion') && part >= 0.2 && part < 0.8;
  const { min, max } = range ?? { min: 2, max: 8 };
  const share = (isWarm ? random.between(70, 100) : random.between(18, 42)) / 60;
  return Math.round((min + share * (max - min)) * 10) / 10;
}
