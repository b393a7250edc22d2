/** What becomes of a test job: all of it within a minute of its booking, the same every time. */
import type { Scenario } from '@svc/contracts';
import type { Crew, Stop } from './course.ts';

export interface ScenarioStep {
  job_id: string;
  seq: number;
  /** By the clock of the booking, however late somebody gets to it. */
  due_at: Date;
  stop: Stop;
}

/** Seconds after the booking. */
type Plan = readonly (readonly [seconds: number, stop: Stop])[];

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

/** The steps of a job that was booked at a time. */
export const stepsOf = (scenario: Scenario, jobId: string, bookedAt: Date): ScenarioStep[] =>
  plans[scenario].map(([seconds, stop], seq) => ({
    job_id: jobId,
    seq,
    due_at: new Date(bookedAt.getTime() + seconds * 1000),
    stop,
  }));

export const scenarioCrew: Crew = {
  first_name: 'Thandi',
  registration: 'SBX 100 GP',
  seal: 'SBX-100100',
};
