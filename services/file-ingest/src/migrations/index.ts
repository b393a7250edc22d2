import { wholesaleFiles } from './0001-wholesale-files.ts';

export const migrations = [wholesaleFiles];
