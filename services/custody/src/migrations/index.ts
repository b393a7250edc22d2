import type { Migration } from '@svc/kit/service';
import { custodyTables } from './0001-custody.ts';
import { coldChain } from './0002-cold-chain.ts';
import { revocableLinks } from './0003-revocable-links.ts';
import { purgeSandbox } from './0004-purge-sandbox.ts';

export const migrations: readonly Migration[] = [
  custodyTables,
  coldChain,
  revocableLinks,
  purgeSandbox,
];
