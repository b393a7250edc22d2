import { pricing } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { z } from 'zod';
import { importPriceBook } from './actions/import-price-book.ts';
import { currentPrices, currentVersion, heldPrice, price, prices } from './actions/prices.ts';
import { createQuote, holdOptions, listQuotes } from './actions/quotes.ts';
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
    currentPrices,
    currentVersion,
    importPriceBook,
  },
  reactions: [],
  schedules: [purgeQuotes],
  migrations: migrationsIn(import.meta.dirname),
  purge: purge(['accounts'], { tables: ['quote'] }),
});
