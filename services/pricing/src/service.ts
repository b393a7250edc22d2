import { pricing } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { z } from 'zod';
import { createQuote } from './actions/create-quote.ts';
import { currentVersion } from './actions/current-version.ts';
import { heldPrice } from './actions/held-price.ts';
import { holdOptions } from './actions/hold-options.ts';
import { importPriceBook } from './actions/import-price-book.ts';
import { listQuotes } from './actions/list-quotes.ts';
import { price } from './actions/price.ts';
import { prices } from './actions/prices.ts';
import { calls, purge } from './define.ts';
import { purgeQuotes } from './schedules/purge-quotes.ts';

export const pricingService = defineService({
  contract: pricing,
  calls,
  config: z.object({}),
  actions: {
    createQuote,
    listQuotes,
    price,
    prices,
    heldPrice,
    holdOptions,
    currentVersion,
    importPriceBook,
  },
  reactions: [],
  schedules: [purgeQuotes],
  migrations: migrationsIn(import.meta.dirname),
  purge: purge(['accounts'], { tables: ['quote'] }),
});
