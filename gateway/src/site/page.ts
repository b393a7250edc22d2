/**
 * A page of the documentation site.
 *
 * Terms
 * - **page**: Markdown under a path below `/docs`; HTML is rendered from it.
 * - **section**: a heading of the navigation that groups pages.
 * - **source**: the file of the repository that a page is read from; relative links between such
 *   files become links between pages.
 */
import type { Gateway } from '../endpoint/route.ts';

/** Menus of the site, one for a reader: a page shows that of its section. */
export const menus = {
  customers: ['Start', 'Reference', 'Guides', 'Clients', 'Desk and couriers'],
  operators: ['Operations', 'Runbooks', 'Architecture', 'Open choices'],
} as const;
export type Section = (typeof menus)[keyof typeof menus][number];
export const sections: readonly Section[] = Object.values(menus).flat();

export interface DocsPage {
  /** Below `/docs`, without a slash at its ends; empty for the home page. */
  path: string;
  title: string;
  section: Section;
  /** Without its title. A heading may end with `{#id}`. */
  markdown: string;
  /** Relative to the root of the repository. */
  source?: string;
  /** A part that other services answer, appended to the page; undefined while they do not. */
  live?: (gateway: Gateway) => Promise<string | undefined>;
}

export const hrefOf = ({ path }: Pick<DocsPage, 'path'>): string =>
  path === '' ? '/docs' : `/docs/${path}`;

/** Address of its Markdown. */
export const sourceHrefOf = (page: Pick<DocsPage, 'path'>): string =>
  page.path === '' ? '/docs/index.md' : `${hrefOf(page)}.md`;

/** The file that stands there. */
export const sourceText = ({ title, markdown }: Pick<DocsPage, 'title' | 'markdown'>): string =>
  `# ${title}\n\n${markdown.replaceAll(/ \{#[\w.-]+\}$/gm, '').trim()}\n`;
