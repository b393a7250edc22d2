import type { Migration } from '@svc/kit/service';
import { accounts } from './0001-accounts.ts';
import { clientDriver } from './0002-client-driver.ts';
import { billingDetails } from './0003-billing-details.ts';
import { customers } from './0004-customers.ts';
import { sandboxCallers } from './0005-sandbox-callers.ts';

export const migrations: readonly Migration[] = [
  accounts,
  clientDriver,
  billingDetails,
  customers,
  sandboxCallers,
];
