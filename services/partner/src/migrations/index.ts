import { partner } from './0001-partner.ts';

export const migrations = [partner];
