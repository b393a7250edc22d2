import { jobs } from './0001-jobs.ts';

export const migrations = [jobs];
