// Keeps names in the words of the field (docs/glossary.md); part of `npm run check`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const root = process.argv[2] ?? dirname(import.meta.dirname);
/** Top-level files of a service; everything else lies in a room. */
const topLevel = new Set(['main.ts', 'service.ts', 'define.ts', 'config.ts']);
/** Installed, or written by a generator. */
const notOurs = new Set(['node_modules', 'generated', 'dist']);
/** Nouns that end as participles do: activities of the field, and words that are no form of a verb. */
const nouns = new Set([
  ...'posting billing booking pricing routing tracking reading encoding testing'.split(' '),
  ...'housekeeping feed ring seed speed zxing'.split(' '),
]);
const participle =
  /(?:^|-)([a-z]+(?:ing|ed)|built|given|held|kept|known|made|seen|sent|taken|told)$/;
/** A comment that opens with one of these words describes its subject instead of naming it. */
const riddle = /(?:What|Whatever|Who|Whoever|Whom|Whose|It|Nobody|Somebody|Anybody|That which)\b.*/;
const openings = {
  code: new RegExp(
    String.raw`^[ \t]*/\*\*?\s+(?:\* )?(${riddle.source})|(?<!^[ \t]*//.*\n)^[ \t]*// (${riddle.source})`,
    'gm',
  ),
  sql: new RegExp(String.raw`(?<!^[ \t]*--.*\n)^[ \t]*-- (${riddle.source})`, 'gm'),
};
const title = /^[ \t]*(?:it|test|describe)(?:\.\w+)*\(\s*['"`].*\b[Ww]hoever\b/gm;
/** Every service has its own, and they mean the same in each. */
const repeated = new Set(['Tables', 'Config']);

/** Handlers have the name of their action; the rule or query that they call may share it. */
const handlers =
  /^services\/[^/]+\/src\/(?:(?:actions|reactions|schedules|tasks|workers)\/|(?:define|config)\.ts)/;
/** Pages, routes and commands have the name of the operation that they offer. */
const fronts =
  /^(?:desk\/src\/pages|gateway\/src\/routes|packages\/svc\/src|deploy\/process\/src\/ops)\//;
/** Imported everywhere, so their names are known everywhere. */
const shared = /^packages\/(?:contracts|kit)\//;

const all = walk(root);
const files = all.filter((path) => /\.(ts|mjs|js)$/.test(path));
const sources = files.filter((path) => !isTest(path) && !path.endsWith('.d.ts'));
const problems = [
  ...files.flatMap(judgeName),
  ...sources.flatMap(judgePlace),
  ...sources.flatMap(judgeDomain),
  ...all.flatMap(judgeComments),
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

function isTest(path) {
  return /(^|\/)test\/|\.test\.ts$|\/examples\//.test(path);
}

function judgeName(path) {
  const [, name = ''] = /([^/]+?)(?:\.test)?\.(?:ts|mjs|js)$/.exec(path) ?? [];
  const word = participle.exec(name)?.[1];
  if (!word || /^on-|^\d{4}-/.test(name) || nouns.has(word)) return [];
  return [`${path}: a file is named by a noun, not by a participle`];
}

/** Comments name the mechanism first, in source and migrations. */
function judgeComments(path) {
  if (!/\.(ts|mjs|js|sql)$/.test(path)) return [];
  const text = readFileSync(join(root, path), 'utf8');
  const opening = path.endsWith('.sql') ? openings.sql : openings.code;
  return [
    ...[...text.matchAll(opening)].map(
      ([, first, second]) => `${path}: a comment names its mechanism first: ${first ?? second}`,
    ),
    ...[...text.matchAll(title)].map(() => `${path}: a title names its subject, not "whoever"`),
  ];
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
