import { jobs } from './0001-jobs.ts';
import { lifeOfAJob } from './0002-life-of-a-job.ts';

export const migrations = [jobs, lifeOfAJob];
