/** Pages that are files of the repository: guides, clients, operations, architecture. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DocsPage, hrefOf, type Section } from './page.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Folder {
  section: Section;
  /** First segment of the pages' paths. */
  prefix: string;
  files: string;
}

const folders: readonly Folder[] = [
  { section: 'Guides', prefix: 'guides', files: 'docs/*.md' },
  { section: 'Operations', prefix: 'operations', files: 'docs/operations/*.md' },
  { section: 'Runbooks', prefix: 'runbooks', files: 'docs/operations/runbooks/*.md' },
  { section: 'Architecture', prefix: 'architecture', files: 'docs/architecture/*.md' },
  { section: 'Open choices', prefix: 'decisions', files: 'docs/decisions/*.md' },
];

/** Guides that are of another reader than who integrates. */
const otherReaders: Readonly<Record<string, Section>> = {
  ...inSection('Desk and couriers', ['control-desk', 'desk', 'courier-app', 'labels']),
  ...inSection('Architecture', [
    'commands',
    'glossary',
    'pages',
    'performance',
    'scale',
    'writing',
  ]),
};

function inSection(section: Section, names: readonly string[]): Record<string, Section> {
  return Object.fromEntries(names.map((name) => [name, section]));
}

/** READMEs of what integrators install: page name, title, file. */
const clients = [
  ['sdk', 'TypeScript client', 'packages/sdk/README.md'],
  ['python', 'Python client', 'clients/python/README.md'],
  ['go', 'Go client', 'clients/go/README.md'],
  ['cli', 'Command line', 'packages/svc/README.md'],
  ['webhook-verify', 'Webhook verification', 'packages/webhook-verify/README.md'],
] as const;

/** For those who run an installation: no business of its customers. */
const ofOperators: ReadonlySet<Section> = new Set(['Operations', 'Runbooks']);

/** Every such page, with links between files turned into links between pages. */
export function guidePages({ forOperators }: { forOperators: boolean }): DocsPage[] {
  const shown = folders.filter(({ section }) => forOperators || !ofOperators.has(section));
  const own = shown.flatMap(({ section, prefix, files }) =>
    globSync(files, { cwd: root })
      .sort()
      .map((source) => {
        const name = basename(source, '.md');
        return pageOf(
          source,
          (prefix === 'guides' && otherReaders[name]) || section,
          `${prefix}/${name}`,
        );
      }),
  );
  const readmes = clients.map(([name, title, source]) => ({
    ...pageOf(source, 'Clients', `clients/${name}`),
    title,
  }));
  const pages = [...own, ...readmes];
  const hrefs = new Map(pages.map((page) => [page.source, hrefOf(page)]));
  return pages.map((page) => ({ ...page, markdown: linked(page, hrefs) }));
}

type FilePage = DocsPage & { source: string };

function pageOf(source: string, section: Section, path: string): FilePage {
  const [first = '', ...rest] = readFileSync(join(root, source), 'utf8').split('\n');
  return { path, section, source, title: first.replace(/^# /, ''), markdown: rest.join('\n') };
}

/** A link to a file that is no page keeps its text alone. */
const linked = ({ markdown, source }: FilePage, hrefs: ReadonlyMap<string | undefined, string>) =>
  markdown.replaceAll(/(!?)\[([^\]]*)\]\((?!https?:|#|\/)([^)#]+)(#[^)]*)?\)/g, (...match) => {
    const [, image, text = '', target = '', anchor = ''] = match;
    const href = hrefs.get(normalize(join(dirname(source), target)));
    if (href === undefined || image === '!') return text;
    return `[${text}](${href}${anchor})`;
  });
