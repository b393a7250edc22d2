import { tracking } from './0001-tracking.ts';

export const migrations = [tracking];
