import { invoicesAndLedger } from './0001-invoices-and-ledger.ts';

export const migrations = [invoicesAndLedger];
