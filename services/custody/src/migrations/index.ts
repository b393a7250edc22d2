import type { Migration } from '@svc/kit/service';
import { custodyTables } from './0001-custody.ts';

export const migrations: readonly Migration[] = [custodyTables];
