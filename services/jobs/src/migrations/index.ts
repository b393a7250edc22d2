import { jobs } from './0001-jobs.ts';
import { lifeOfAJob } from './0002-life-of-a-job.ts';
import { bookingBatches } from './0003-booking-batches.ts';

export const migrations = [jobs, lifeOfAJob, bookingBatches];
