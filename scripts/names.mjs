// Keeps names in the words of the field (docs/glossary.md); part of `npm run check`.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

const root = process.argv[2] ?? dirname(import.meta.dirname);
/** Top-level files of a service; everything else lies in a room. */
const topLevel = new Set(['service.ts', 'define.ts', 'config.ts']);
/** Installed, or written by a generator. */
const notOurs = new Set(['node_modules', 'generated', 'dist']);
/** Nouns that end as participles do: activities of the field, and words that are no form of a verb. */
const nouns = new Set([
  ...'posting billing booking pricing routing tracking reading encoding testing'.split(' '),
  ...'binding housekeeping feed ring seed speed zxing'.split(' '),
]);
const participle =
  /(?:^|-)([a-z]+(?:ing|ed)|built|given|held|kept|known|made|seen|sent|taken|told)$/;
const vagueNames = new Set(['utils', 'util', 'helpers', 'common', 'lib', 'manager', 'misc']);
/** Folders of a service. */
const rooms = new Set(
  'actions reactions schedules tasks workers workflows adapters domain store migrations'.split(' '),
);
/** Start of a test; the title of a table stands behind its rows. */
const testStart = /^( *)(?:it|test)(?:\.\w+)*(<.*>)?\(/;
const titleWordsMin = 4;
/** Every service has its own, and they mean the same in each. */
const repeated = new Set(['Tables', 'Config']);

/** Handlers have the name of their action; the rule or query that they call may share it. */
const handlers =
  /^services\/[^/]+\/src\/(?:(?:actions|reactions|schedules|tasks|workers)\/|(?:define|config)\.ts)/;
/** Pages, routes and commands have the name of the operation that they offer. */
const fronts =
  /^(?:desk\/src\/(?:pages|route)|gateway\/src\/(?:endpoint|routes)|packages\/svc\/src|deploy\/process\/src\/ops)\//;
/** Imported everywhere, so their names are known everywhere. */
const shared = /^packages\/(?:contracts|kit)\//;

const all = walk(root);
const files = all.filter((path) => /\.(ts|mjs|js)$/.test(path));
const sources = files.filter((path) => !isTest(path) && !path.endsWith('.d.ts'));
const folders = new Set(all.flatMap(parents));
const problems = [
  ...files.flatMap(judgeName),
  ...sources.flatMap(judgePlace),
  ...sources.flatMap(judgeDomain),
  ...[...folders].flatMap(judgeFolder),
  ...files.flatMap(judgeTitles),
  ...misnumbered(),
  ...duplicates(),
  ...duplicateValues(),
];

console.log(`${files.length} files, names judged`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !notOurs.has(name) && !name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? walk(path) : [relative(root, path).split(sep).join('/')];
    });
}

function parents(path) {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...parents(folder)];
}

function isTest(path) {
  return /(^|\/)test\/|\.test\.ts$|\/examples\//.test(path);
}

function judgeName(path) {
  const [, name = ''] = /([^/]+?)(?:\.test)?\.(?:ts|mjs|js)$/.exec(path) ?? [];
  const word = participle.exec(name)?.[1];
  if (!word || /^on-|^\d{4}-/.test(name) || nouns.has(word)) return [];
  return [`${path}: a file is named by a noun, not by a participle`];
}

function judgeFolder(path) {
  const [, room] = /^services\/[^/]+\/src\/([^/]+)$/.exec(path) ?? [];
  if (room !== undefined && !rooms.has(room)) {
    return [`${path}: a service has only the rooms ${[...rooms].join(', ')}`];
  }
  return vagueNames.has(basename(path)) ? [`${path}: a folder is named after what it holds`] : [];
}

/** A title is a sentence: a placeholder counts as one word. */
function judgeTitles(path) {
  if (!path.endsWith('.test.ts')) return [];
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    const [start, indent] = testStart.exec(line) ?? [];
    if (start === undefined) return [];
    const words = titleOf(lines.slice(at), { start, indent })?.trim().split(/\s+/) ?? [];
    if (words.length === 0 || words.length >= titleWordsMin) return [];
    return [
      `${path}:${at + 1}: a title is a sentence of ${titleWordsMin} words: ${words.join(' ')}`,
    ];
  });
}

/** Undefined where the title is no literal. */
function titleOf(lines, { start, indent }) {
  const isTable = /\.(?:each|for)\b/.test(start);
  // Rows are indented further than the line that ends them.
  const head = isTable
    ? lines.findIndex(
        (line) => line.startsWith(indent) && /^\S.*\)\(|^.*\)\($/.test(line.slice(indent.length)),
      )
    : 0;
  if (head < 0) return undefined;
  const from = isTable ? lines[head].lastIndexOf(')(') + 2 : start.length;
  const text = [lines[head].slice(from), lines[head + 1]].join('\n');
  return /^\s*(['"`])((?:\\.|(?!\1).)*)\1/.exec(text)?.[2];
}

function judgePlace(path) {
  const [, name] = /^services\/[^/]+\/src\/([^/]+)$/.exec(path) ?? [];
  if (!name || topLevel.has(name)) return [];
  return [`${path}: a loose file; it belongs into a room`];
}

/** Settings get plain names in config.ts. */
function judgeDomain(path) {
  if (!/^services\/[^/]+\/src\/domain\//.test(path)) return [];
  const [setting] = /\bSVC_[A-Z_]+/.exec(readFileSync(join(root, path), 'utf8')) ?? [];
  return setting ? [`${path}: a rule knows no environment variable (${setting})`] : [];
}

/** Migrations run in the order of their numbers, from 0001 on. */
function misnumbered() {
  const inMigrations = all.filter((path) => /^services\/[^/]+\/src\/migrations\//.test(path));
  const byService = Map.groupBy(inMigrations, (path) => dirname(path));
  return [...byService.values()].flatMap((paths) =>
    paths.toSorted().flatMap((path, n) => {
      const number = String(n + 1).padStart(4, '0');
      const isNext = new RegExp(`/${number}-[a-z0-9-]+\\.sql$`).test(path);
      return isNext ? [] : [`${path}: a migration is a file ${number}-<what it does>.sql`];
    }),
  );
}

function duplicates() {
  const places = new Map();
  for (const path of sources) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, name] of text.matchAll(/^export (?:type|interface|class) (\w+)/gm)) {
      if (!repeated.has(name)) places.set(name, [...(places.get(name) ?? []), path]);
    }
  }
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: one exported type name, one meaning: ${paths.join(', ')}`);
}

/** Values: once in a service or package, and those that all import have no second meaning. */
function duplicateValues() {
  const places = new Map();
  for (const path of sources.filter((each) => !handlers.test(each))) {
    const text = readFileSync(join(root, path), 'utf8');
    const names = text.matchAll(/^export (?:async )?(?:function\*?|const|let) (\w+)/gm);
    for (const name of new Set([...names].map(([, each]) => each))) {
      places.set(name, [...(places.get(name) ?? []), path]);
    }
  }
  return [...places].flatMap(([name, paths]) => {
    const inOne = [...Map.groupBy(paths, unitOf).values()].find((some) => some.length > 1);
    const outside = paths.some((path) => shared.test(path))
      ? paths.filter((path) => shared.test(path) || !fronts.test(path))
      : [];
    const twice = inOne ?? (outside.length > 1 ? outside : undefined);
    return twice ? [`${name}: one exported value, one meaning: ${twice.join(', ')}`] : [];
  });
}

/** Service, package, or program of its own. */
function unitOf(path) {
  return /^(?:(?:services|packages|deploy)\/[^/]+|[^/]+)/.exec(path)[0];
}
