export * from './accounts.ts';
export * from './billing.ts';
export * from './billing-details.ts';
export * from './booking.ts';
export {
  readingsBundle,
  type TemperatureChart,
  type TemperatureTrace,
  type TracedReading,
  temperatureChart,
  temperatureTrace,
  tracedReading,
} from './cold-chain.ts';
export * from './custody.ts';
export * from './define.ts';
export * from './distance.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './files.ts';
export {
  bookedJob,
  cancelledJob,
  deskJob,
  type Job,
  job,
  jobDetail,
  leg,
  movedJob,
  parcelItem,
  trackedJob,
  tracking as trackingRecord,
  trackingEvent,
} from './job.ts';
export * from './job-events.ts';
export * from './job-status.ts';
export * from './jobs.ts';
export * from './lab.ts';
export * from './operations.ts';
export * from './partner.ts';
export { isPlainReading } from './plain-reading.ts';
export * from './pricing.ts';
export * from './primitives.ts';
export * from './sandbox.ts';
export * from './telemetry.ts';
export * from './tenant.ts';
export type { Driver, Vehicle } from './tracking.ts';
export { documentPaper, driver, publicTracking, tracking, vehicle } from './tracking.ts';
export * from './webhooks.ts';
