// Keeps files small and folders honestly named; part of `npm run check`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

const root = process.argv[2] ?? dirname(import.meta.dirname);
const linesMax = 300;
const medianMax = 90;
const p90Max = 200;
/** A file of so few lines with one importer belongs into that importer. */
const crumbLines = 15;
const crumbsMax = 59;
/** Values that services, gateway, desk and tests may import from the kit. */
const kitValuesMax = 116;
/** Installed, or written by a generator. */
const notOurs = new Set(['node_modules', 'generated', 'dist']);
const vagueNames = new Set(['utils', 'util', 'helpers', 'common', 'lib', 'manager', 'misc']);
const rooms = new Set(
  'actions reactions schedules tasks workers workflows adapters domain store migrations'.split(' '),
);

const entries = walk(root);
const problems = entries.flatMap((entry) => (entry.isDirectory() ? judgeFolder(entry) : []));
const sizes = entries
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => ({ path: pathOf(entry), lines: countLines(entry) }))
  .sort((a, b) => a.lines - b.lines);
for (const { path, lines } of sizes) {
  if (lines > linesMax) problems.push(`${path}: ${lines} lines, more than ${linesMax}`);
}
const [median, p90] = [0.5, 0.9].map((q) => sizes[Math.floor((sizes.length - 1) * q)]?.lines ?? 0);
if (median > medianMax)
  problems.push(`the median file has ${median} lines, more than ${medianMax}`);
if (p90 > p90Max) problems.push(`one file in ten has ${p90} lines or more, above ${p90Max}`);

const crumbs = sizes.filter(({ path, lines }) => lines <= crumbLines && isSource(path));
if (crumbs.length > crumbsMax) {
  const paths = crumbs.map(({ path }) => path).sort();
  problems.push(
    `${crumbs.length} files of ${crumbLines} lines or less, more than ${crumbsMax}: ${paths.join(', ')}`,
  );
}

const kitValues = exportedValues('packages/kit');
if (kitValues > kitValuesMax)
  problems.push(`the kit exports ${kitValues} values, more than ${kitValuesMax}`);

console.log(
  `${sizes.length} files, median ${median}, p90 ${p90}, longest ${sizes.at(-1)?.lines ?? 0}, ${crumbs.length} crumbs, ${kitValues} values exported by the kit`,
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !notOurs.has(name) && !name.startsWith('.'))
    .flatMap((entry) => [entry, ...(entry.isDirectory() ? walk(join(folder, entry.name)) : [])]);
}

/** Not a test, nor the entry of a process, whose lines are few on purpose. */
function isSource(path) {
  return /(^|\/)src\//.test(path) && !/\.test\.ts$|\/main\.ts$|\.d\.ts$/.test(path);
}

/** Functions, constants and classes that the entry points of a package export. */
function exportedValues(path) {
  const manifest = join(root, path, 'package.json');
  if (!existsSync(manifest)) return 0;
  const entries = Object.values(JSON.parse(readFileSync(manifest, 'utf8')).exports);
  const names = entries.flatMap((entry) => {
    const text = readFileSync(join(root, path, entry), 'utf8');
    const own = text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm);
    const passedOn = text.matchAll(/^export \{([^}]*)\}/gm);
    const more = [...passedOn].flatMap(
      ([, list]) => list.match(/(?<!type )\b(?!type\b)\w+/g) ?? [],
    );
    return [...new Set([...[...own].map(([, name]) => name), ...more])];
  });
  return names.length;
}

function pathOf(entry) {
  return relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
}

function countLines(entry) {
  return readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n').length - 1;
}

function judgeFolder(entry) {
  const path = pathOf(entry);
  if (vagueNames.has(basename(path))) return [`${path}: a folder is named after what it holds`];
  if (/^services\/[^/]+\/src\/[^/]+$/.test(path) && !rooms.has(entry.name)) {
    return [`${path}: a service has only the rooms ${[...rooms].join(', ')}`];
  }
  return [];
}
