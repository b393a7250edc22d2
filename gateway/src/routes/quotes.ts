import { pricing } from '@svc/contracts';
import { bothEnvironments, change, read } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

export const quoteRoutes: readonly GatewayRoute[] = [
  change(pricing, 'createQuote', {
    operationId: 'createQuote',
    method: 'POST',
    path: '/quotes',
    environments: bothEnvironments,
    scope: 'quotes:write',
    tag: 'Quotes',
    status: 201,
    summary: 'Create a quote',
    description: 'Prices a SKU of the current price book and holds the price for 15 minutes.',
  }),
  read(pricing, 'listQuotes', {
    operationId: 'listQuotes',
    path: '/quotes',
    environments: bothEnvironments,
    scope: 'quotes:write',
    keyAllowed: true,
    tag: 'Quotes',
    summary: 'List held quotes and quotable SKUs',
    description: 'Returns your unexpired quotes, newest first, and every SKU that can be quoted.',
  }),
];
