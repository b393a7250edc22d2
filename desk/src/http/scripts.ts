/** Scripts of pages, as modules of our own origin; their addresses hold a hash. */
import { type BrowserCode, browserCode, type ServedFile } from '@svc/web/browser-code';
import type { ScriptTags } from '../view/layout.ts';

export const scriptsPath = '/scripts';
/** Script of the frame that every page of a signed-in person has. */
export const shellScript = new URL('../browser/shell.ts', import.meta.url);

export interface Scripts {
  tagsOf(...scripts: (URL | undefined)[]): Promise<ScriptTags[]>;
  /** By its path below `scriptsPath`; undefined for none of a page that was shown. */
  find(path: string): Promise<ServedFile | undefined>;
}

/** Built at the first request for a page or module of theirs. */
export function createScripts(scripts: readonly URL[]): Scripts {
  const codes = new Map(scripts.map((script) => [script.href, browserCode(script, scriptsPath)]));
  return {
    tagsOf: async (...scripts) => {
      const made = await Promise.all(scripts.map((script) => script && codes.get(script.href)?.()));
      return made.filter((code) => code !== undefined).map(tagsOf);
    },
    find: async (path) => {
      for (const code of codes.values()) {
        const found = (await code()).modules.get(path);
        if (found) return found;
      }
      return undefined;
    },
  };
}

const tagsOf = ({
  importMap,
  hasPackages,
  hasWasm,
  hasWorker,
  entry,
}: BrowserCode): ScriptTags => ({
  importMap: hasPackages ? importMap : undefined,
  hasWasm,
  hasWorker,
  ...entry,
});
