import type { Migration } from '@svc/kit/service';
import { accounts } from './0001-accounts.ts';
import { clientDriver } from './0002-client-driver.ts';
import { sandboxCallers } from './0003-sandbox-callers.ts';

export const migrations: readonly Migration[] = [accounts, clientDriver, sandboxCallers];
