/**
 * Code for browsers: the modules that Node runs, one by one, with their types blanked out, and the
 * WebAssembly that they name by `import.meta.resolve`. An import map names the packages. Addresses
 * hold a hash of all of them, so that caches may keep them.
 */
import { hash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire, findPackageJSON, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

/** A file of pages, plain and compressed. */
export interface ServedFile {
  content: string | Buffer;
  gzip: Buffer;
  mediaType: string;
}
export interface BrowserCode {
  /** By path below the one where they are served. */
  modules: ReadonlyMap<string, ServedFile>;
  /** Those of `modules` that a page needs only when it imports them later. */
  deferred: ReadonlySet<string>;
  importMap: string;
  /** Without packages a page needs no import map. */
  hasPackages: boolean;
  /** Whether its policy needs `wasm-unsafe-eval`. */
  hasWasm: boolean;
  /** Whether its policy needs `worker-src`: modules of workers are named by packages as `…-worker.mjs`. */
  hasWorker: boolean;
  /** Address and integrity of the page's script. */
  entry: { src: string; integrity: string };
}

/** Of the page's script, with all that it imports; served below `codePath`. Built once, at first use. */
export function browserCode(script: URL, codePath: string): () => Promise<BrowserCode> {
  let code: Promise<BrowserCode> | undefined;
  return () => {
    code ??= buildCode(fileURLToPath(script), codePath);
    return code;
  };
}

/** A module as a response, compressed where the client takes that. */
export function servedModule({ content, gzip, mediaType }: ServedFile, acceptEncoding = '') {
  const isZipped = /\bgzip\b/.test(acceptEncoding);
  return {
    body: isZipped ? gzip : content,
    headers: {
      'content-type': mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(isZipped && { 'content-encoding': 'gzip' }),
    },
  };
}

interface Graph {
  /** Text or bytes by file. */
  contents: Map<string, string | Buffer>;
  /** Files that no static import reaches from the page's script. */
  deferred: Set<string>;
  /** File by bare specifier. */
  packages: Map<string, string>;
}

async function buildCode(entry: string, codePath: string): Promise<BrowserCode> {
  const graph = await graphOf(entry);
  const digests = [...graph.contents.values()].map((content) => hash('sha256', content));
  const version = hash('sha256', digests.join(), 'hex').slice(0, 16);
  const pathOf = (file: string) => `${version}/${nameOf(file)}`;
  const addressOf = (file: string) => `${codePath}/${pathOf(file)}`;
  const integrities = [...graph.contents].map(
    ([file, content]) => [addressOf(file), integrityOf(content)] as const,
  );
  const integrity = Object.fromEntries(integrities);
  const imports = Object.fromEntries(
    [...graph.packages].map(([specifier, file]) => [specifier, addressOf(file)]),
  );
  const src = addressOf(entry);
  return {
    modules: new Map(
      [...graph.contents].map(([file, content]) => {
        const mediaType = isWasm(file) ? 'application/wasm' : 'text/javascript; charset=utf-8';
        return [pathOf(file), { content, mediaType, gzip: gzipSync(content) }];
      }),
    ),
    deferred: new Set([...graph.deferred].map(pathOf)),
    importMap: JSON.stringify({ imports, integrity }),
    hasPackages: graph.packages.size > 0,
    hasWasm: [...graph.contents.keys()].some(isWasm),
    hasWorker: [...graph.contents.keys()].some(isWorker),
    entry: { src, integrity: integrity[src] ?? '' },
  };
}

const isWasm = (file: string): boolean => file.endsWith('.wasm');
const isWorker = (file: string): boolean => file.endsWith('-worker.mjs');

const integrityOf = (content: string | Buffer): string =>
  `sha256-${hash('sha256', content, 'base64')}`;

/** Static imports and exports of others; they begin lines or statements, as none in a comment does. */
const imported = /(?:^|;)(?:import\s*|(?:import|export)\b[^'"();=]*\bfrom\s*)['"]([^'"]+)['"]/gm;
/** Loaded later: modules, and files whose address is asked for. */
const deferred = /\bimport(?:\.meta\.resolve)?\('([^']+)'\)/g;

async function graphOf(entry: string): Promise<Graph> {
  const graph: Graph = { contents: new Map(), deferred: new Set(), packages: new Map() };
  const first = new Set([entry]);
  const later = new Set<string>();
  for (const file of first) {
    const text = await read(file, graph);
    for (const target of targetsIn(text, imported, { file, graph })) first.add(target);
    for (const target of targetsIn(text, deferred, { file, graph })) later.add(target);
  }
  for (const file of later) {
    if (first.has(file)) continue;
    graph.deferred.add(file);
    const text = await read(file, graph);
    for (const pattern of [imported, deferred]) {
      for (const target of targetsIn(text, pattern, { file, graph })) later.add(target);
    }
  }
  return graph;
}

/** In small steps: all of it at once would hold up requests for half a second. Empty for no text. */
async function read(file: string, { contents }: Graph): Promise<string> {
  await nextTurn();
  const content = isWasm(file) ? readFileSync(file) : moduleText(file);
  contents.set(file, content);
  return typeof content === 'string' ? content : '';
}

function targetsIn(text: string, pattern: RegExp, from: { file: string; graph: Graph }): string[] {
  return [...text.matchAll(pattern)].map(([, specifier = '']) => {
    const target = targetOf(specifier, from.file);
    if (!specifier.startsWith('.')) name(specifier, target, from.graph.packages);
    return target;
  });
}

/** `require` of a package that has both kinds of modules names those that browsers cannot run, or none. */
function targetOf(specifier: string, file: string): string {
  const { resolve } = createRequire(file);
  if (specifier.startsWith('.')) return resolve(specifier);
  const manifest = findPackageJSON(specifier, file);
  if (manifest === undefined) return resolve(specifier);
  const { name, exports } = JSON.parse(readFileSync(manifest, 'utf8'));
  const { import: found } = Object(exports?.[`.${specifier.slice(name.length)}`]);
  const target = found?.default ?? found;
  return typeof target === 'string'
    ? realpathSync(join(dirname(manifest), target))
    : resolve(specifier);
}

/** Two versions of a package would need scopes in the import map: there is one of each. */
function name(specifier: string, target: string, packages: Graph['packages']): void {
  if ((packages.get(specifier) ?? target) !== target) throw new Error(`${specifier} is two files`);
  packages.set(specifier, target);
}

function moduleText(file: string): string {
  const text = readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL.*$/m, '');
  return file.endsWith('.ts') ? withoutTypes(text) : text;
}

/** Node warns once that this function may change: its version is pinned, and tests run what it writes. */
function withoutTypes(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** e.g. `@svc/proof/src/verify/chain.ts`: the package's name and the path inside it. */
function nameOf(file: string): string {
  const manifest = findPackageJSON(pathToFileURL(file)) ?? '';
  const { name } = JSON.parse(readFileSync(manifest, 'utf8'));
  return `${name}/${relative(dirname(manifest), file)}`;
}
