/** The price book as a page: every number that a price is reckoned from. */
import { type PriceList, pricing, priorities, timings } from '@svc/contracts';
import { platformMeta } from '../auth/call-meta.ts';
import type { Gateway } from '../endpoint/route.ts';

export const priceBookText = `\
What a price is made of, so that it can be reckoned by hand. \`POST /quotes\` answers it with its parts, held for 15 minutes; \`GET /quotes\` lists the same SKUs. Every quote and job names its \`price_book_version\`.`;

export async function currentPrices({ transport }: Gateway): Promise<PriceList | undefined> {
  const reply = await transport.call('pricing', 'currentPrices', {}, platformMeta('price-book'));
  const form = pricing.actions.currentPrices.output;
  return 'ok' in reply ? form.safeParse(reply.ok).data : undefined;
}

/** Sums and tables of the current book; nothing while it cannot be asked for. */
export async function prices(gateway: Gateway): Promise<string | undefined> {
  const list = await currentPrices(gateway);
  return list && `${sumOf(list)}\n\n${skusOf(list)}\n\n${windowsOf(list)}`;
}

const rand = (amountCents: number): string => (amountCents / 100).toFixed(2);
const table = (head: readonly string[], rows: readonly string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const sumOf = ({
  price_book_version,
  vat_percent,
  extra_parcel_cents,
  timing_factors,
}: PriceList) =>
  `Version \`${price_book_version}\`, in rand.

## How a price is reckoned

1. The price of the SKU times the factor of \`timing\`, to the nearest cent, halves up. At priority \`stat\` it is the SKU that the column *at \`stat\`* names, where it names one; no other priority changes a price.
2. For each km beyond those included, the price per km, in fractions too: to the nearest cent, halves up. Without \`km\` a quote has the included distance, and a direct booking that between its sites.
3. For each parcel after the first to the same address, ${rand(extra_parcel_cents)}.
4. VAT: ${vat_percent} % of the sum of these, to the nearest cent, halves up.

${table(
  ['timing', 'factor'],
  timings.map((timing) => [`\`${timing}\``, `${timing_factors[timing]}`]),
)}`;

const skusOf = ({ skus }: PriceList): string => `## Prices

Without VAT. What is no delivery can be quoted and not be booked as a job.

${table(
  ['SKU', 'service', 'unit', 'price', 'km included', 'per km beyond', 'at `stat`', 'delivery'],
  skus.map((sku) => [
    `\`${sku.sku}\``,
    sku.name,
    sku.unit,
    rand(sku.price_cents),
    `${sku.included_km}`,
    rand(sku.per_km_cents),
    sku.stat_upgrade === null ? '' : `\`${sku.stat_upgrade}\``,
    sku.delivery ? 'yes' : 'no',
  ]),
)}`;

const windowsOf = ({ skus }: PriceList): string => `## Service windows

Minutes from the booking to the hand-over, by priority. Where a SKU becomes another at \`stat\`, the other's window counts.

${table(
  ['SKU', 'usual priority', ...priorities.map((priority) => `\`${priority}\``)],
  skus.map((sku) => [
    `\`${sku.sku}\``,
    `\`${sku.default_priority}\``,
    ...priorities.map((priority) => `${sku.sla_minutes[priority]}`),
  ]),
)}`;
