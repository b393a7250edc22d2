import type { Migration } from '@svc/kit/service';
import { custodyTables } from './0001-custody.ts';
import { revocableLinks } from './0002-revocable-links.ts';

export const migrations: readonly Migration[] = [custodyTables, revocableLinks];
