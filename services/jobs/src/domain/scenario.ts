/** Scenarios of sandbox jobs: deterministic journeys that end within a minute of the booking. */
import type { Scenario } from '@svc/contracts';
import type { JourneyCrew, JourneyStop } from './simulated-journey.ts';

export interface ScenarioStep {
  /** Time of occurrence, also if the step is applied later. */
  due_at: Date;
  stop: JourneyStop;
}

/** Seconds after the booking. */
type Plan = readonly (readonly [seconds: number, stop: JourneyStop])[];

const toTheRoad: Plan = [
  [5, 'assigned'],
  [10, 'set_out'],
  [15, 'near_pickup'],
  [20, 'collected'],
  [25, 'left'],
];

const plans: Record<Scenario, Plan> = {
  none: [],
  delivered: [...toTheRoad, [35, 'scanned'], [45, 'near_dropoff'], [55, 'delivered']],
  failed: [...toTheRoad, [35, 'near_dropoff'], [45, 'refused'], [55, 'brought_back']],
  excursion: [...toTheRoad, [35, 'too_warm'], [45, 'near_dropoff'], [55, 'delivered']],
  cancelled_by_carrier: [[10, 'withdrawn']],
};

/** The steps of a scenario for a job that was booked at `bookedAt`, earliest first. */
export const stepsOf = (scenario: Scenario, bookedAt: Date): ScenarioStep[] =>
  plans[scenario].map(([seconds, stop]) => ({
    due_at: new Date(bookedAt.getTime() + seconds * 1000),
    stop,
  }));

export const scenarioCrew: JourneyCrew = {
  first_name: 'Thandi',
  registration: 'SBX 100 GP',
  seal: 'SBX-100100',
};
