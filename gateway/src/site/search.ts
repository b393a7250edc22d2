/**
 * Full-text search over the pages, one document per heading. The index is built here; the browser
 * loads it as JSON and asks it with the same library, so that searching needs no request.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MiniSearch, { type Options } from 'minisearch';
import { partsOf } from './markdown.ts';
import { type DocsPage, hrefOf, type Section, sections } from './page.ts';

interface Entry {
  id: string;
  /** Title of the page. */
  title: string;
  heading: string;
  text: string;
  section: Section;
}

/** Also those of the browser: `site.js` reads them from the index file. */
const options = {
  fields: ['heading', 'title', 'text'],
  storeFields: ['title', 'heading', 'section'],
} satisfies Options<Entry>;

/** Sections for integrators rank above those for operators. */
const sectionBoost: Readonly<Record<Section, number>> = {
  Start: 2,
  Guides: 1.5,
  Clients: 1.2,
  Reference: 1.2,
  'Desk and couriers': 1.2,
  Operations: 0.6,
  Runbooks: 0.5,
  Architecture: 0.4,
  'Open choices': 0.3,
};

/** Words of questions that say nothing of what is looked for. */
const stopWords =
  'a an and are can do does for from how i in is it my of on or the to what when with'.split(' ');

/** How results are ranked, here and in the browser. */
const ranking = { boost: { heading: 3, title: 2 }, prefix: true, fuzzy: 0.15 };

/** The library as an ES module, for the browser. */
export const libraryText = (): string =>
  readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8').replace(
    /^\/\/# sourceMappingURL.*$/m,
    '',
  );

/** Built in small steps: building it in one go would block requests for half a second. */
export async function indexOf(pages: readonly DocsPage[]): Promise<MiniSearch<Entry>> {
  const index = new MiniSearch<Entry>(options);
  const entries = new Map(pages.flatMap(entriesOf).map((entry) => [entry.id, entry]));
  await index.addAllAsync([...entries.values()], { chunkSize: 5 });
  return index;
}

/** Everything that the browser needs to search. */
export const indexFile = async (pages: readonly DocsPage[]): Promise<string> =>
  JSON.stringify({ options, ranking, sectionBoost, stopWords, index: await indexOf(pages) });

/** Addresses of the best results, best first. */
export const search = (index: MiniSearch<Entry>, query: string): string[] =>
  index
    .search(withoutStopWords(query), {
      ...ranking,
      boostDocument: (_id, _term, stored) => sectionBoost[sectionOf(stored)],
    })
    .map(({ id }) => String(id));

const withoutStopWords = (query: string): string =>
  query
    .split(/\s+/)
    .filter((word) => !stopWords.includes(word.toLowerCase()))
    .join(' ');

const sectionOf = (stored: Record<string, unknown> | undefined): Section =>
  sections.find((section) => section === stored?.section) ?? 'Guides';

/** Catalogues have the same small headings in each of their sections. */
const depthsOf = ({ section, path }: DocsPage): number[] =>
  section === 'Reference' || ['events', 'errors'].includes(path) ? [2] : [2, 3];

const entriesOf = (page: DocsPage): Entry[] =>
  partsOf(page.markdown, depthsOf(page)).map(({ heading, tokens }) => ({
    id: hrefOf(page) + (heading ? `#${heading.id}` : ''),
    title: page.title,
    heading: heading?.text ?? page.title,
    text: tokens.map(({ raw }) => raw.replaceAll(/[`*|_{}#]/g, ' ')).join(' '),
    section: page.section,
  }));
