import type { Migration } from '@svc/kit/service';
import { accounts } from './0001-accounts.ts';

export const migrations: readonly Migration[] = [accounts];
