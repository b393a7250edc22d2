/** Serves the documentation: pages as HTML and Markdown, what their script loads, and llms.txt. */
import { readFileSync } from 'node:fs';
import { sourceHash } from '@svc/web/style';
import type { Gateway, LocalRoute } from '../endpoint/route.ts';
import { redirectFrom } from '../http/unknown-path.ts';
import { problem } from '../problem/problem.ts';
import { jobStatesPicture, jobStatesStyle } from './job-states.ts';
import { contentSecurityPolicy, htmlPage } from './layout.ts';
import { type DocsPage, sections, sourceHrefOf, sourceText } from './page.ts';
import { docsPages } from './pages.ts';
import { indexFile, libraryText } from './search.ts';

const html = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
};
const markdown = { 'content-type': 'text/markdown; charset=utf-8' };
const script = { 'content-type': 'text/javascript; charset=utf-8' };
const yaml = { 'content-type': 'application/yaml; charset=utf-8' };
const picture = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${sourceHash(jobStatesStyle)}`,
};
const json = { 'content-type': 'application/json; charset=utf-8' };

interface SiteFile {
  text: string;
  headers: Record<string, string>;
  /** A part of it is missing for now: not to be kept. */
  isPartial?: boolean;
}

interface Site {
  /** By path below `/docs`, with `.md` for Markdown. */
  find(path: string): Promise<SiteFile | undefined>;
  llmsText(): string;
}

const sites = new WeakMap<Gateway, Site>();

/** One site per gateway, made at the first request. */
function siteOf(gateway: Gateway): Site {
  const made = sites.get(gateway) ?? createSite(gateway);
  sites.set(gateway, made);
  return made;
}

function createSite(gateway: Gateway): Site {
  const pages = docsPages(gateway);
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const frame = { pages, environment: gateway.config.SVC_ENVIRONMENT };
  const assets: Readonly<Record<string, () => SiteFile | Promise<SiteFile>>> = {
    'site.js': () => ({
      text: readFileSync(new URL('./site.js', import.meta.url), 'utf8'),
      headers: script,
    }),
    'minisearch.js': () => ({ text: libraryText(), headers: script }),
    'search.json': async () => ({ text: await indexFile(pages), headers: json }),
    'job-states.svg': () => ({ text: jobStatesPicture, headers: picture }),
    'journeys.yaml': () => ({ text: journeys(gateway), headers: yaml }),
  };
  const made = new Map<string, SiteFile>();
  const make = async (path: string): Promise<SiteFile | undefined> => {
    if (Object.hasOwn(assets, path)) return assets[path]?.();
    const isSource = path.endsWith('.md');
    const page = byPath.get(path === 'index.md' ? '' : path.replace(/\.md$/, ''));
    if (!page) return undefined;
    const more = page.live && (await page.live(gateway));
    const text = [page.markdown, more ?? ''].join('\n\n');
    return {
      text: isSource ? sourceText({ ...page, markdown: text }) : htmlPage(page, text, frame),
      headers: isSource ? markdown : html,
      isPartial: page.live !== undefined,
    };
  };
  return {
    find: async (path) => {
      const found = made.get(path) ?? (await make(path));
      if (found && !found.isPartial) made.set(path, found);
      return found;
    },
    llmsText: () => llmsText(pages, gateway.config.SVC_PUBLIC_URL),
  };
}

/** An Arazzo document that refers to this gateway's OpenAPI document. */
function journeys({ config }: Gateway): string {
  const file = new URL(`./journeys-${config.SVC_ENVIRONMENT}.yaml`, import.meta.url);
  return readFileSync(file, 'utf8').replace(
    'url: openapi.json',
    `url: ${config.SVC_PUBLIC_URL}/openapi.json`,
  );
}

/** An index of the pages for language models: https://llmstxt.org. */
function llmsText(pages: readonly DocsPage[], origin: string): string {
  const lists = sections.flatMap((section) => {
    const own = pages.filter((page) => page.section === section);
    if (own.length === 0) return [];
    const links = own.map((page) => `- [${page.title}](${origin}${sourceHrefOf(page)})`);
    return `## ${section}\n\n${links.join('\n')}`;
  });
  return `# Healthcare courier logistics\n\n> Laboratories, pharmacies, wholesalers and hospitals price, book, track and prove courier jobs over HTTP. The OpenAPI 3.1 document is ${origin}/openapi.json.\n\n${lists.join('\n\n')}\n`;
}

/** Answers with the page of a path, or not_found. */
export const servePage =
  (pathOf: (params: Readonly<Record<string, string>>) => string): LocalRoute['handle'] =>
  (gateway) =>
  async (request, reply) => {
    // A parameter of the path may be empty: a slash at the end.
    const elsewhere = redirectFrom(request);
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 308);
    const found = await siteOf(gateway).find(pathOf(Object(request.params)));
    if (!found) {
      gateway.sendProblem(request, reply, problem('not_found'));
      return reply;
    }
    const seconds = found.isPartial ? 30 : 300;
    return reply
      .headers({ ...found.headers, 'cache-control': `public, max-age=${seconds}` })
      .send(found.text);
  };

export const serveLlmsText: LocalRoute['handle'] = (gateway) => (_request, reply) =>
  reply
    .headers({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=300',
    })
    .send(siteOf(gateway).llmsText());
