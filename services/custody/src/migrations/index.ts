import type { Migration } from '@svc/kit/service';
import { custodyTables } from './0001-custody.ts';
import { purgeSandbox } from './0003-purge-sandbox.ts';

export const migrations: readonly Migration[] = [custodyTables, purgeSandbox];
