/** Every page of the documentation of one environment. */
import { readFileSync } from 'node:fs';
import { authUrl } from '../config.ts';
import { errorsPage } from '../docs/errors-page.ts';
import { eventsPage } from '../docs/events-page.ts';
import type { Documented } from '../docs/openapi.ts';
import { baseUrlOf, referencePages } from '../docs/reference-page.ts';
import type { Gateway } from '../endpoint/route.ts';
import { guidePages } from './guides.ts';
import { homePage } from './home.ts';
import { limitsPage } from './limits.ts';
import type { DocsPage } from './page.ts';
import { currentPrices, priceBookText, prices } from './price-book.ts';

export function docsPages(documented: Documented): DocsPage[] {
  const reference = referencePages(documented).map(
    ({ name, title, markdown }): DocsPage => ({
      path: `reference/${name}`,
      title,
      section: 'Reference',
      markdown,
    }),
  );
  const guides = guidePages({ forOperators: documented.config.SVC_OPERATIONS_DOCS });
  const isChangelog = ({ path }: DocsPage) => path === 'guides/changelog';
  const changelog = guides.filter(isChangelog).map((page) => ({ ...page, ...changelogPlace }));
  return [
    ...ownPages(documented),
    ...changelog,
    ...reference,
    ...guides.filter((page) => !isChangelog(page)),
  ];
}

const changelogPlace = { path: 'changelog', section: 'Start' } as const;

function ownPages(documented: Documented): DocsPage[] {
  const { config } = documented;
  const start = readFileSync(
    new URL(`./start/${config.SVC_ENVIRONMENT}.md`, import.meta.url),
    'utf8',
  );
  const pages: Omit<DocsPage, 'section'>[] = [
    { path: '', title: 'Documentation', markdown: homePage(documented) },
    { path: 'start', title: 'Getting started', markdown: filledIn(start, config) },
    { path: 'events', title: 'Events', markdown: eventsPage() },
    { path: 'errors', title: 'Error codes', markdown: errorsPage(documented) },
    { path: 'limits', title: 'Status and limits', markdown: limitsPage(config), live: state },
    { path: 'price-book', title: 'Price book', markdown: priceBookText, live: prices },
  ];
  return pages.map((page) => ({ ...page, section: 'Start' }));
}

const filledIn = (text: string, config: Documented['config']): string =>
  text
    .replaceAll('{{base_url}}', baseUrlOf(config))
    .replaceAll('{{auth_url}}', authUrl(config))
    .replaceAll('{{key}}', config.SVC_SANDBOX_KEY)
    .replaceAll('{{sandbox}}', sandboxLink(config));

const sandboxLink = ({ SVC_SANDBOX_URL: url }: Documented['config']): string =>
  url === undefined ? 'sandbox' : `[sandbox](${url}/docs/start)`;

/** The state as `GET /health` decides it: whether prices are answered. */
async function state(gateway: Gateway): Promise<string> {
  const version = (await currentPrices(gateway))?.price_book_version;
  const text =
    version === undefined
      ? '**Disturbed.** Prices are not answered for now: `GET /health` says 503, and requests may be retried after `Retry-After`.'
      : `**Up.** Requests are taken, and priced from the price book \`${version}\`.`;
  return `## State now\n\n${text}`;
}
